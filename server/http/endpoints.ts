import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Readiness } from '../ops/listen.ts';
import { methodNotAllowed, replyJson } from './reply.ts';

type Method = 'GET' | 'POST';

/** An address that is neither a page nor a file of the build. */
export interface Endpoint {
  path: string;
  /** HEAD comes with GET. Any other method is a 405. */
  methods: readonly Method[];
  /** True when its handler responds to other methods too. */
  refusesItself?: boolean;
  /** `Cache-Control` of what it answers; a handler may set another. */
  cache: string;
  /** True when crawlers may request it. */
  crawled?: boolean;
  handlers: readonly RequestHandler[];
  onError?: ErrorRequestHandler;
}

/** Makes Express answer these addresses. Case and a trailing slash count. */
export function mount(endpoints: readonly Endpoint[]): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const { path, methods, refusesItself = false, cache, handlers, onError } of endpoints) {
    const prepare: RequestHandler = ({ method }, response, next) => {
      response.locals.route = path;
      if (!refusesItself && !methods.includes((method === 'HEAD' ? 'GET' : method) as Method))
        return methodNotAllowed(response, allow(methods));
      response.setHeader('Cache-Control', cache);
      next();
    };
    router.all(path, prepare, ...handlers);
    if (onError) router.use(path, onError);
  }
  return router;
}

/** The value of `Allow` (RFC 9110, section 10.2.1). */
function allow(methods: readonly Method[]): string {
  return methods.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
}

export type Addresses = ReturnType<typeof addressesOf>;

/**
 * Answers questions about paths from a table of endpoints.
 * @param files names of the files and folders that are served as they are
 */
export function addressesOf(endpoints: readonly Endpoint[], files: readonly string[]) {
  const first = (path: string) => path.split('/', 2)[1] as string;
  const taken = new Set([...endpoints.map(({ path }) => first(path)), ...files]);
  const root = ({ path }: Endpoint) => (path.indexOf('/', 1) < 0 ? path : `/${first(path)}/`);
  return {
    /** Tells whether no page can have this decoded path, because an endpoint or a file has it. */
    isTaken: (path: string): boolean => taken.has(first(path)),
    /** Returns the methods that a request target accepts. */
    allowed(url: string): string {
      const [path] = url.split('?', 1);
      const endpoint = endpoints.find((one) => one.path === path);
      return allow(endpoint?.methods ?? ['GET']);
    },
    /** Paths with nothing to index, for robots.txt. */
    closed: [...new Set(endpoints.filter(({ crawled }) => !crawled).map(root))].sort(),
  };
}

/**
 * `/healthz`: the process is alive. `/readyz`: it may be sent visitors. The build lets operators
 * tell versions apart.
 */
export function healthEndpoints(parts: {
  readiness: Readiness;
  /** A process that has not opened its store yet would refuse every callback request. */
  store: { readonly opened: boolean } | null;
  build: string;
}): Endpoint[] {
  const { readiness, store, build } = parts;
  const check = (path: string, handler: RequestHandler): Endpoint => ({
    path,
    methods: ['GET'],
    cache: 'no-store',
    handlers: [handler],
  });
  return [
    check('/healthz', (_request, response) => replyJson(response, 200, { status: 'ok' })),
    check('/readyz', (_request, response) => {
      const ready = readiness.ready && store?.opened !== false;
      replyJson(response, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', build });
    }),
  ];
}
