import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * Address of the client: the peer's, or behind `hops` trusted proxies the one that the outermost of
 * them saw. What a client itself writes into X-Forwarded-For lies further left and is never
 * reached.
 */
export function clientAddress(request: IncomingMessage, hops: number): string {
  const peer = request.socket.remoteAddress ?? '';
  if (hops === 0) return peer;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean);
  return forwarded.length === 0
    ? peer
    : (forwarded[Math.max(0, forwarded.length - hops)] as string);
}

/** An address that tells a network and no person: IPv4 /24, IPv6 /48. */
export function shortAddress(address: string): string {
  const v4 = address.match(/(?:^|:)(\d+\.\d+\.\d+)\.\d+$/);
  if (v4) return `${v4[1]}.0/24`;
  if (!isIPv6(address)) return '';
  const [withoutZone = ''] = address.split('%');
  const [head = '', tail] = withoutZone.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const groups = [
    ...left,
    ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'),
    ...right,
  ];
  return `${groups.slice(0, 3).join(':')}::/48`;
}
