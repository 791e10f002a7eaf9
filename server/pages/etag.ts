import { createHash } from 'node:crypto';
import { NOT_FOUND_ROUTE } from '../../shared/addresses.ts';
import type { Site } from '../../shared/site/site-context.ts';
import type { Assets } from '../http/assets.ts';
import type { Headers } from '../http/headers.ts';

/** The entity tag of a page. @param version of the content that it shows */
export type EtagOf = (path: string, version: string) => string;

/**
 * A page depends on its address, the content version, the build, the company's facts and the
 * security headers: its entity tag covers these and nothing else.
 */
export function createEtags(parts: { assets: Assets; site: Site; headers: Headers }): EtagOf {
  const { assets, site, headers } = parts;
  const settings = JSON.stringify([site, headers.page(NOT_FOUND_ROUTE.id)]);
  const common = createHash('sha256').update(assets.build).update(settings).digest('base64url');
  return (path, version) => {
    const digest = createHash('sha256').update(`${common} ${path} ${version}`);
    return `W/"${digest.digest('base64url').slice(0, 16)}"`;
  };
}

/** Whether an `If-None-Match` names this tag: weak comparison of RFC 9110, section 13.1.2. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}
