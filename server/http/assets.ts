import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import sirv from 'sirv';
import type { PageId, RouteId } from '../../shared/routes.ts';
import { isNotModified, negotiateEncoding } from './negotiation.ts';
import { methodNotAllowed, replyEmpty, replyText } from './reply.ts';

/** The facts of the build that the server needs, read from manifest.json beside it. */
export interface Manifest {
  /** An id that changes whenever anything that is served changes. */
  build: string;
  /** Version of the release. */
  version: string;
  /** The commit that was built; null where neither git nor `COMMIT` tells. */
  commit: string | null;
  /** Text of each page's stylesheet; it is written into the page. */
  stylesheets: Record<PageId, string>;
  /** URL of the rules of all pages, for navigation inside the site. */
  wholeStylesheet: string;
  /** URL of the print stylesheet. */
  printStylesheet: string;
  deskStylesheet: string;
  /** Text of the tones that follow from the colours of a brand. */
  brandStylesheet: string;
  /**
   * Colours for places that no stylesheet reaches: the browser's own bars, the web app manifest.
   */
  colours: { brand: string; accent: string; page: string; pageAtNight: string };
  /** URL of the script that hydrates pages. */
  entry: string;
  /** The hash of that script, for `integrity` (Subresource Integrity). */
  entryIntegrity: string;
  /** URL of the only script of the offline page. */
  offlineEntry: string;
  /** URL of the only script of a draft. */
  previewEntry: string;
  /**
   * URLs of the files that hydrating a page needs: scripts, and the pictures and fonts they name. A
   * section with code of its own is not among them: React asks for it once it has taken over the
   * page.
   */
  pageFiles: Record<RouteId, string[]>;
  /** URLs of hashed files by source file. */
  files: Record<string, string>;
}

/** A picture that stands for the site. */
export interface Icon {
  path: string;
  contentType: string;
  body: Buffer;
}

/** The files of the build that the server needs, read once at start. */
export interface Assets extends Manifest {
  /** Folder whose files are served as they are. */
  publicDir: string;
  publicFiles: string[];
  /** Script of the service worker, which the server completes. */
  serviceWorker: string;
  /** The icon of the owner's brand; null for the icons of the build. */
  icon: Icon | null;
}

/** @throws when `dist` holds no build */
export function readAssets(dist: string): Assets {
  const manifest = JSON.parse(readFileSync(join(dist, 'server/manifest.json'), 'utf8')) as Manifest;
  const serviceWorker = readFileSync(join(dist, 'server/service-worker.js'), 'utf8');
  const publicDir = join(dist, 'public');
  return { ...manifest, publicDir, publicFiles: readdirSync(publicDir), serviceWorker, icon: null };
}

/** The cache header of files whose name carries a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The cache header of icons, pictures and the manifest, which keep their names. */
const ONE_DAY = 'public, max-age=86400';

/** The path of a hashed file of a build, with the number of redirects so far. */
const HASHED_FILE_PATH = /^\/(?:again-(\d)\/)?((?:js|css|assets)\/[^/]+-[A-Z0-9]{8}\.\w+)$/;
/**
 * Redirects before a 404. With half of the replicas on another build, eight leave one miss in 500.
 */
const MAX_REDIRECTS = 8;
/**
 * Destinations of the requests that a page makes for its files (Fetch Metadata, `Sec-Fetch-Dest`).
 * During a deploy a page of one build may request its script from a replica of the other. A
 * redirect may reach a replica of its own. The count is in the path because a shared cache ignores
 * queries, and the server redirects because a browser never retries a module that failed.
 */
const SUBRESOURCES = new Set(['script', 'style', 'font', 'image']);

/** Types that sirv does not know, or gives without a charset. */
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** Serves a folder of the build, with its br and gz variants. It is read once, at start. */
export function serveAssets(assets: Assets, folder: 'static' | '.'): RequestHandler {
  const hashed = folder === 'static';
  const root = join(assets.publicDir, folder);
  const files = listFiles(root);
  // The same in every replica, which times of change would not be.
  const etag = `W/"${assets.build}"`;
  const headersOf304 = {
    'Cache-Control': hashed ? IMMUTABLE : ONE_DAY,
    Vary: 'Accept-Encoding',
    ETag: etag,
  };
  const serve = sirv(root, {
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders(response, path) {
      const type = TYPES[extname(path)];
      if (type) response.setHeader('Content-Type', type);
      for (const [name, value] of Object.entries(headersOf304)) response.setHeader(name, value);
    },
  });
  return (request, response, next) => {
    if (!hashed && !files.has(response.locals.path)) return next();
    response.locals.route = hashed ? '/static/*' : '/*';
    // sirv would answer it like a GET.
    if (request.method === 'POST') return hashed ? methodNotAllowed(response, 'GET, HEAD') : next();
    // sirv would drop a trailing slash when looking for an index file, which would give a file a
    // second address.
    if (request.path.endsWith('/')) return sendNotFound(response);
    hardenSirv(request, response);
    const [, times = '0', file] = (hashed && HASHED_FILE_PATH.exec(request.path)) || [];
    if (file) request.url = `/${file}`;
    const { headers } = request;
    // The 304 of sirv would leave out what stands for the file (RFC 9110, section 15.4.5).
    if (files.has(request.path) && isNotModified(headers, etag)) {
      response.writeHead(304, headersOf304).end();
      return;
    }
    // It looks for the names of encodings in this header, and takes `br;q=0` for brotli.
    headers['accept-encoding'] = negotiateEncoding(headers);
    serve(request, response, () => {
      if (!hashed) return next();
      const isPartOfPage = SUBRESOURCES.has(String(request.headers['sec-fetch-dest']));
      if (!file || Number(times) >= MAX_REDIRECTS || !isPartOfPage) return sendNotFound(response);
      response.setHeader('Location', `/static/again-${Number(times) + 1}/${file}`);
      replyEmpty(response, 307);
    });
  };
}

/** Lists the paths of all files in a folder, relative to it. */
function listFiles(root: string): Set<string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const pathOf = (file: string) => `/${relative(root, file).replaceAll(sep, '/')}`;
  return new Set(files.map(({ parentPath, name }) => pathOf(join(parentPath, name))));
}

/**
 * Guards against what sirv does not handle: it keeps a file open when the visitor leaves halfway,
 * lets a read error end the process, and throws on malformed ranges. Ranges are not served: files
 * are small, and RFC 9110, section 14.2, lets a server send the whole.
 */
function hardenSirv(request: Request, response: Response): void {
  delete request.headers.range;
  response.once('pipe', (file: Readable) => {
    file.once('error', () => response.destroy());
    response.once('close', () => file.destroy());
  });
}

const sendNotFound = (response: Response) => replyText(response, 404, 'Not Found\n');
