import { hash } from 'node:crypto';
import { NOT_FOUND_ROUTE } from '../../shared/routes.ts';
import type { Site } from '../../shared/site/site-context.ts';
import type { Assets } from '../http/assets.ts';
import type { Headers } from '../http/headers.ts';

/**
 * A page depends on its address, the content version, the build, the company's facts and the
 * security headers, and on nothing else.
 */
export function createEtags(deps: { assets: Assets; facts: Site; headers: Headers }) {
  const { assets, facts, headers } = deps;
  const settings = JSON.stringify([facts, headers.page(NOT_FOUND_ROUTE.id)]);
  const common = hash('sha256', assets.build + settings, 'base64url');
  return (path: string, version: string) =>
    `W/"${hash('sha256', `${common} ${path} ${version}`, 'base64url').slice(0, 16)}"`;
}
