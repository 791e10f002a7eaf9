import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * Address of the client: the peer's, or behind `hops` trusted proxies the one that the outermost of
 * them saw. Anything a client writes into X-Forwarded-For itself is further left and never used.
 */
export function clientAddress(request: IncomingMessage, hops: number): string {
  const peer = request.socket.remoteAddress ?? '';
  if (hops === 0) return peer;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(withoutPort)
    .filter(Boolean);
  return forwarded.length === 0
    ? peer
    : (forwarded[Math.max(0, forwarded.length - hops)] as string);
}

/** Some proxies append the port: `192.0.2.1:5060`, `[2001:db8::1]:5060`. */
const withoutPort = (text: string) =>
  text.trim().replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3');

/** An address shortened to a network, so that it identifies nobody: IPv4 /24, IPv6 /48. */
export function shortAddress(address: string): string {
  const network = networkOf(address, 48);
  return network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
}

/**
 * An IPv4 address unchanged, an IPv6 address as the network of its first bits, anything else as an
 * empty string.
 */
export function networkOf(address: string, prefix: 48 | 64): string {
  const [withoutZone = ''] = address.split('%');
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1];
  if (v4 !== undefined && isIPv4(v4)) return v4;
  if (!isIPv6(withoutZone)) return '';
  const [head = '', tail] = withoutZone.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const groups = [
    ...left,
    ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'),
    ...right,
  ];
  const network = groups.slice(0, prefix / 16).map((group) => Number.parseInt(group, 16));
  return `${network.map((group) => group.toString(16)).join(':')}::/${prefix}`;
}
