import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/**
 * Address of the client: the peer's, or behind `hops` trusted proxies the one that the outermost of
 * them saw. Anything a client writes into X-Forwarded-For itself is further left and never used.
 */
export function clientAddress(request: IncomingMessage, hops: number): string {
  const peer = request.socket.remoteAddress ?? '';
  if (hops === 0) return peer;
  const forwarded = forwardedFor(request);
  return forwarded.at(-hops) ?? forwarded[0] ?? peer;
}

/** Returns the addresses of X-Forwarded-For: the client's own claims, then one from each proxy. */
export function forwardedFor({ headers }: IncomingMessage): string[] {
  const list = headers['x-forwarded-for'];
  return list ? String(list).split(',').map(withoutPort).filter(Boolean) : [];
}

/** Some proxies append the port: `192.0.2.1:5060`, `[2001:db8::1]:5060`. */
const withoutPort = (text: string) =>
  text.trim().replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3');

/** Shortens an address to a network, so that it identifies nobody: IPv4 /24, IPv6 /48. */
export function anonymizeAddress(address: string): string {
  const network = networkPrefix(address, 48);
  return network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
}

/**
 * An IPv4 address unchanged, an IPv6 address as the network of its first bits, anything else as an
 * empty string. An IPv4 address inside an IPv6 address (RFC 4291, section 2.5.5.2) counts as the
 * former, however it is written.
 */
export function networkPrefix(address: string, prefix: 48 | 64): string {
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return '';
  // The one form of RFC 5952, without a zone.
  const { address: text } = new SocketAddress({ address, family: 'ipv6' });
  const embeddedIPv4 = text.replace('::ffff:', '');
  if (isIPv4(embeddedIPv4)) return embeddedIPv4;
  const halves = text.split('::').map((half) => half.split(':').filter(Boolean));
  const [left = [], right = []] = halves;
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  const network = [...left, ...zeros, ...right].slice(0, prefix / 16);
  return `${network.join(':')}::/${prefix}`;
}

/** Tells whether it belongs to this machine or a private network (RFC 1918, RFC 4193, RFC 4291). */
export const isPrivateAddress = (address: string) =>
  /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01]))\.|^f[cd]|^fe[89ab]|^0:0:0:0:/.test(
    networkPrefix(address, 64),
  );
