import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { anonymizeAddress, clientAddress, networkPrefix } from './client-address.ts';

const request = (peer: string, forwarded?: string) =>
  ({
    socket: { remoteAddress: peer },
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
  }) as unknown as IncomingMessage;

test.each([
  [0, '10.0.0.1', '1.2.3.4', '10.0.0.1'],
  [1, '10.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
  [2, '10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2', '1.2.3.4'],
  [1, '10.0.0.1', undefined, '10.0.0.1'],
  [3, '10.0.0.1', '1.2.3.4', '1.2.3.4'],
  [1, '10.0.0.1', '6.6.6.6, 1.2.3.4:5060', '1.2.3.4'],
  [1, '10.0.0.1', '[2001:db8::1]:5060', '2001:db8::1'],
  [1, '10.0.0.1', '[2001:db8::1]', '2001:db8::1'],
  [1, '10.0.0.1', '2001:db8::1', '2001:db8::1'],
])('behind %i proxies, %s with X-Forwarded-For %s is %s', (hops, peer, forwarded, client) => {
  expect(clientAddress(request(peer, forwarded), hops)).toBe(client);
});

test.each([
  ['192.0.2.77', '192.0.2.77', '192.0.2.77'],
  ['::ffff:192.0.2.77', '192.0.2.77', '192.0.2.77'],
  ['::ffff:c000:24d', '192.0.2.77', '192.0.2.77'],
  ['::FFFF:C000:024D', '192.0.2.77', '192.0.2.77'],
  ['0:0:0:0:0:ffff:c000:24d', '192.0.2.77', '192.0.2.77'],
  ['0:0:0:0:0:ffff:192.0.2.77', '192.0.2.77', '192.0.2.77'],
  ['0000:0000:0000:0000:0000:FFFF:192.0.2.77', '192.0.2.77', '192.0.2.77'],
  ['0::0:ffff:192.0.2.77', '192.0.2.77', '192.0.2.77'],
  ['::ffff:192.0.2.77%eth0', '192.0.2.77', '192.0.2.77'],
  ['::ffff:0:0', '0.0.0.0', '0.0.0.0'],
  ['1::ffff:c000:24d', '1:0:0::/48', '1:0:0:0::/64'],
  ['2001:db8:aa:bb:cc:dd:192.0.2.77', '2001:db8:aa::/48', '2001:db8:aa:bb::/64'],
  ['2001:db8::192.0.2.77', '2001:db8:0::/48', '2001:db8:0:0::/64'],
  ['64:ff9b::192.0.2.77', '64:ff9b:0::/48', '64:ff9b:0:0::/64'],
  ['64:ff9b::c000:24d', '64:ff9b:0::/48', '64:ff9b:0:0::/64'],
  ['2001:db8:aa:bb::', '2001:db8:aa::/48', '2001:db8:aa:bb::/64'],
  ['2001:db8:aa:bb:0:0:0:0', '2001:db8:aa::/48', '2001:db8:aa:bb::/64'],
  ['::', '0:0:0::/48', '0:0:0:0::/64'],
  ['2001:0DB8:aa:bb:cc:dd:ee:ff', '2001:db8:aa::/48', '2001:db8:aa:bb::/64'],
  ['2001:db8::1', '2001:db8:0::/48', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0::/48', 'fe80:0:0:0::/64'],
  ['999.0.0.1', '', ''],
  ['unknown', '', ''],
])('%s stands for its whole network, %s or %s', (address, wide, narrow) => {
  expect([networkPrefix(address, 48), networkPrefix(address, 64)]).toEqual([wide, narrow]);
});

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:aa:bb:cc:dd:ee:ff', '2001:db8:aa::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['not an address', ''],
])('%s is written as %s: a network, no person', (address, short) => {
  expect(anonymizeAddress(address)).toBe(short);
});
