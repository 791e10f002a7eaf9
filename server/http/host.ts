import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { matchPathname, NOT_FOUND_ROUTE, pagePath } from '../../shared/routes.ts';
import { clientAddress, forwardedFor, isPrivateAddress } from './client-address.ts';
import type { Refusal } from './gate.ts';

/** Names that exist only inside private networks (RFC 6761, RFC 6762, and what clouds use). */
const PRIVATE_HOST = /(^|\.)(localhost|local|internal)$/;
const HEALTH_CHECKS = new Set(['/healthz', '/readyz']);

/**
 * Creates the check that redirects other public hosts to `SITE_URL`; null when `CANONICAL_HOST` is off.
 */
export function createHostCheck(config: {
  siteUrl: string;
  canonicalHost: boolean;
}): ((request: IncomingMessage) => Refusal | null) | null {
  const { siteUrl, canonicalHost } = config;
  if (!canonicalHost) return null;
  const own = new URL(siteUrl).hostname;
  return (request) => {
    const host = publicHost(request);
    return host === null || host === own
      ? null
      : { status: 308, headers: { Location: siteUrl + request.url } };
  };
}

/**
 * Warns once when the first visitors show more proxies in front than `TRUST_PROXY` says, so that
 * all of them share one allowance for callback requests. No list can tell that before they come.
 */
export function createProxyCheck(
  trustProxy: number,
  log: Logger,
): (request: IncomingMessage) => void {
  let mayWarn = true;
  return (request) => {
    if (!mayWarn) return;
    const addresses = forwardedFor(request);
    if (addresses.length <= trustProxy || !isPrivateAddress(clientAddress(request, trustProxy)))
      return;
    mayWarn = false;
    const proxies = addresses.length - Math.max(0, addresses.findLastIndex(isPublic));
    log.warn(
      `TRUST_PROXY is ${trustProxy}, but a request came through more proxies, so visitors share one limit: set it to ${proxies}`,
    );
  };
}

const isPublic = (address: string) => !isPrivateAddress(address);

/** @returns null for health checks, addresses, localhost and names without a dot */
function publicHost({ headers: { host }, url = '' }: IncomingMessage): string | null {
  if (HEALTH_CHECKS.has(url)) return null;
  const hostname = URL.parse(`http://${host}`)?.hostname ?? '';
  return hostname.includes('.') && isIP(hostname) === 0 && !PRIVATE_HOST.test(hostname)
    ? hostname
    : null;
}

/**
 * Tells whether another site sent this form, according to the browser. Clients that send neither
 * header (curl, old browsers) are not browsers under another site's control. Under strict privacy
 * settings Origin is `null`: then Sec-Fetch-Site, which no script can set, decides.
 * @param siteUrl the public origin, which counts beside the Host header
 */
export function isCrossSite(headers: IncomingHttpHeaders, siteUrl: string | null): boolean {
  const { origin, host, 'sec-fetch-site': fetchSite } = headers;
  if (fetchSite === 'cross-site') return true;
  if (origin === undefined) return false;
  if (origin === 'null') return fetchSite !== 'same-origin';
  if (!URL.canParse(origin)) return true;
  return !isThisSite(new URL(origin), host, siteUrl);
}

/**
 * The path of the page from which a form was sent, as its browser says (Referer, which the site's
 * own policy lets it send to the site in full). Null for another site's and for what is no page.
 */
export function refererPath(headers: IncomingHttpHeaders, siteUrl: string): string | null {
  const sender = ownReferer(headers, siteUrl);
  if (!sender) return null;
  const match = matchPathname(sender.pathname);
  return match.route.id === NOT_FOUND_ROUTE.id ? null : pagePath(match);
}

/** Returns the query of the page of this site from which a form was sent, empty for any other. */
export const refererQuery = (headers: IncomingHttpHeaders, siteUrl: string) =>
  ownReferer(headers, siteUrl)?.searchParams ?? new URLSearchParams();

function ownReferer({ referer = '', host }: IncomingHttpHeaders, siteUrl: string): URL | null {
  const sender = URL.parse(referer);
  return sender && isThisSite(sender, host, siteUrl) ? sender : null;
}

const isThisSite = (sender: URL, host: string | undefined, siteUrl: string | null) =>
  sender.origin === siteUrl || sender.host === host;
