import { canonicalPath, matchRoute, NOT_FOUND_ROUTE, pagePath } from '../../shared/addresses.ts';

/** Addresses that are not pages and that a redirect may not hide. */
const ENDPOINTS =
  /^\/(static\/|api\/|webhooks\/|\.well-known\/|(contact\.php|vitals|reports|preview|healthz|readyz|robots\.txt|sitemap\.xml|feed\.xml|service-worker\.js)$)/;

/** What an old address may lead to besides pages. */
const DOCUMENTS = ['/feed.xml', '/sitemap.xml'];

/**
 * The redirects of the site file, each resolved to the end of its chain, so that a visitor is
 * redirected once.
 * @returns the redirects by decoded path, and what is wrong with them, one line each
 */
export function resolveRedirects(table: Record<string, string>) {
  const redirects = new Map<string, string>();
  const faults: string[] = [];
  const given = new Map(Object.entries(table).map(([from, to]) => [decoded(from), to]));
  for (const [from, to] of Object.entries(table)) {
    const fault = (text: string) => faults.push(`SITE_FILE: redirects.${from}: ${text}`);
    const target = follow(to, given);
    if (isInUse(from)) fault('takes an address that the site does not use itself');
    else if (target === null) fault('leads in a circle');
    else if (target === undefined)
      fault('takes a page of the site or an https address as its target');
    else redirects.set(decoded(from), target);
  }
  return { redirects, faults };
}

/** An older post may have moved, so its address is free. */
function isInUse(path: string): boolean {
  const { route } = matchRoute(canonicalPath(decoded(path)));
  return ENDPOINTS.test(path) || (route !== NOT_FOUND_ROUTE && route.data !== 'post');
}

/** @returns the end of the chain; null for a circle, undefined when nothing is there */
function follow(start: string, table: ReadonlyMap<string, string>): string | null | undefined {
  let end = start;
  for (let steps = 0; steps <= table.size; steps += 1) {
    const next = table.get(decoded(end));
    if (next === undefined) return existing(end);
    end = next;
  }
  return null;
}

function existing(target: string): string | undefined {
  if (!target.startsWith('/')) return target;
  const [path = '', anchor] = target.split('#');
  if (DOCUMENTS.includes(path)) return target;
  const match = matchRoute(canonicalPath(decoded(path)));
  if (match.route === NOT_FOUND_ROUTE) return undefined;
  return pagePath(match) + (anchor ? `#${anchor}` : '');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
