import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Refusal } from './gate.ts';

/** Names that exist only inside private networks (RFC 6761, RFC 6762, and what clouds use). */
const PRIVATE = /(^|\.)(localhost|local|internal)$/;
const HEALTH_CHECKS = new Set(['/healthz', '/readyz']);

/**
 * Looks at the host that a request names.
 * @returns where the request belongs, when that is the site's canonical host
 */
type HostCheck = (request: IncomingMessage) => Refusal | null;

/**
 * With `CANONICAL_HOST=on`, every other public host redirects to `SITE_URL`'s. A site without
 * `SITE_URL` warns once, when a request shows that it is public.
 */
export function createHostCheck(
  { siteUrl, siteUrlIsSet, canonicalHost }: Config,
  log: Logger,
): HostCheck {
  const own = new URL(siteUrl).hostname;
  if (canonicalHost)
    return (request) => {
      const host = publicHost(request);
      return host === null || host === own
        ? null
        : { status: 308, headers: { Location: siteUrl + request.url } };
    };
  if (siteUrlIsSet) return () => null;
  let warned = false;
  return (request) => {
    if (warned || publicHost(request) === null) return null;
    warned = true;
    log.warn('SITE_URL is not set, and a visitor came by a public host: links point to localhost');
    return null;
  };
}

/** Nearly all requests name the same host; parsing it each time would cost a tenth of a 304. */
const last: { host: string | undefined; name: string | null } = { host: undefined, name: null };

/** @returns null for health checks, addresses, localhost and names without a dot */
function publicHost({ headers: { host }, url = '' }: IncomingMessage): string | null {
  if (HEALTH_CHECKS.has(url)) return null;
  if (host !== last.host) Object.assign(last, { host, name: publicName(host) });
  return last.name;
}

function publicName(host: string | undefined): string | null {
  const hostname = URL.parse(`http://${host}`)?.hostname ?? '';
  return hostname.includes('.') && isIP(hostname) === 0 && !PRIVATE.test(hostname)
    ? hostname
    : null;
}
