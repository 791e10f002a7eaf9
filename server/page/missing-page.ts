import type { IncomingMessage, ServerResponse } from 'node:http';
import { NOT_FOUND_ROUTE, STATIC_PATHS } from '../../shared/addresses.ts';
import type { Assets } from '../http/assets.ts';
import type { Target } from '../http/gate.ts';
import type { Hit, PageCache } from './kept/cache.ts';

/** First parts of the addresses, other than pages and files, that Express has an answer for. */
const ENDPOINTS = [
  '.well-known',
  'api',
  'contact.php',
  'feed.xml',
  'healthz',
  'manifest.webmanifest',
  'preview',
  'readyz',
  'reports',
  'service-worker.js',
  'sitemap.xml',
  'vitals',
  'webhooks',
];
/** robots.txt, and the key of IndexNow, whose name the owner chooses. */
const TEXT_FILE = /\.txt$/;

/**
 * Answers requests for missing pages from memory, as pages are. Through Express each would cost
 * three times as much, and whoever asks for pages that do not exist asks for many.
 * @param kept where the not-found pages are kept once they are rendered
 */
export function createMissingPage({ publicFiles }: Pick<Assets, 'publicFiles'>, kept: PageCache) {
  const others = new Set([...ENDPOINTS, ...publicFiles]);
  return function answerMissing(
    { path, match }: Target,
    request: IncomingMessage,
    response: ServerResponse,
  ): Hit | null {
    if (match.route !== NOT_FOUND_ROUTE || request.method === 'POST') return null;
    const [, first = ''] = path.split('/', 2);
    if (others.has(first) || TEXT_FILE.test(first)) return null;
    return kept.answer(request, response, notFoundPath(path));
  };
}

/**
 * All not-found pages are alike, except for the section that the navigation marks as current. Each
 * is kept under an address that no page of the site has.
 */
export function notFoundPath(path: string): string {
  const asked = path.toLowerCase();
  const part = STATIC_PATHS.find((page) => page !== '/' && asked.startsWith(`${page}/`)) ?? '';
  return `${part}/not/found`;
}
