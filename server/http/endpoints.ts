import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Readiness } from '../ops/drain.ts';
import { NOT_FOUND, type ResolvedTarget } from './gate.ts';
import { methodNotAllowed, replyJson } from './reply.ts';

type Method = 'GET' | 'POST';

/** A path that is neither a page nor a file of the build. */
export interface Endpoint {
  path: string;
  /** The accepted methods. GET includes HEAD, and any other method is a 405. */
  methods: readonly Method[];
  /** True when its handler responds to other methods too. */
  handlesOtherMethods?: boolean;
  /** `Cache-Control` of its responses; a handler may set another. */
  cache: string;
  /** True when crawlers may request it. */
  crawled?: boolean;
  handlers: readonly RequestHandler[];
  onError?: ErrorRequestHandler;
}

/** Creates the router of these endpoints. Case and a trailing slash count. */
export function createEndpointRouter(endpoints: readonly Endpoint[]): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const { path, methods, handlesOtherMethods, cache, handlers, onError } of endpoints) {
    const prepare: RequestHandler = ({ method }, response, next) => {
      response.locals.route = path;
      if (!handlesOtherMethods && !methods.includes((method === 'HEAD' ? 'GET' : method) as Method))
        return methodNotAllowed(response, allow(methods));
      response.setHeader('Cache-Control', cache);
      next();
    };
    router.all(path, prepare, ...handlers);
    if (onError) router.use(path, onError);
  }
  return router;
}

/** Returns the value of `Allow` (RFC 9110, section 10.2.1). */
function allow(methods: readonly Method[]): string {
  return methods.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
}

export type EndpointPaths = ReturnType<typeof describeEndpoints>;

/**
 * Answers questions about paths from a table of endpoints.
 * @param files names of the files and folders that are served as they are
 */
export function describeEndpoints(endpoints: readonly Endpoint[], files: readonly string[]) {
  const first = (path: string) => path.split('/', 2)[1] as string;
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));
  const endpointAt = (url: string) => byPath.get(url.split('?', 1)[0] as string);
  const reserved = new Set([...endpoints.map(({ path }) => first(path)), ...files]);
  const root = ({ path }: Endpoint) => (path.indexOf('/', 1) < 0 ? path : `/${first(path)}/`);
  return {
    /** Tells whether no page can have this decoded path, because an endpoint or a file has it. */
    isTaken: (path: string): boolean => reserved.has(first(path)),
    /** Resolves the request target of an endpoint without a parameter; null for any other. */
    endpointTarget(url: string): ResolvedTarget | null {
      const endpoint = endpointAt(url);
      return endpoint ? { path: endpoint.path, match: NOT_FOUND } : null;
    },
    /** Returns the methods that a request target accepts. */
    allowed: (url: string): string => allow(endpointAt(url)?.methods ?? ['GET']),
    /** Paths with nothing to index, for robots.txt. */
    disallowedPaths: [...new Set(endpoints.filter(({ crawled }) => !crawled).map(root))].sort(),
  };
}

/**
 * `/healthz`: the process is alive. `/readyz`: it may be sent visitors. The build lets operators
 * tell versions apart.
 */
export function healthEndpoints(deps: {
  readiness: Readiness;
  /** Null for a process that does not keep callback requests itself. */
  store: { readonly ready: boolean } | null;
  build: string;
}): Endpoint[] {
  const { readiness, store, build } = deps;
  const check = (path: string, handler: RequestHandler): Endpoint => ({
    path,
    methods: ['GET'],
    cache: 'no-store',
    handlers: [handler],
  });
  return [
    check('/healthz', (_request, response) => replyJson(response, 200, { status: 'ok' })),
    check('/readyz', (_request, response) => {
      const ready = readiness.ready && store?.ready !== false;
      replyJson(response, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', build });
    }),
  ];
}
