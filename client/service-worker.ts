import type { OfflineSite } from '../shared/site/offline.ts';

/**
 * The server writes this above the script. Null removes the worker, and everything that it kept,
 * from the device.
 */
declare const OFFLINE_SITE: OfflineSite | null;

// The parts of the "webworker" library that are used: it cannot stand beside "dom" in one
// TypeScript program.
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: ServiceWorkerRegistration;
}

const worker = self as unknown as WorkerScope;
const CACHE_PREFIX = 'offline-';
/** Every spelling that the server redirects to the accident page. */
const ACCIDENT_PATH = /^\/+accident\/*$/i;

async function deleteOtherCaches(kept?: string): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith(CACHE_PREFIX) && name !== kept)
      .map((name) => caches.delete(name)),
  );
}

/**
 * Pages always come from the network; kept pages answer only when there is no connection. Requests
 * that change something are left alone.
 */
function serveOffline(site: OfflineSite): void {
  const cacheName = CACHE_PREFIX + site.version;
  const files = new Set(site.files.map((path) => new URL(path, location.origin).href));

  worker.addEventListener('install', (event) => event.waitUntil(install()));
  worker.addEventListener('activate', (event) => event.waitUntil(activate()));
  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET') return;
    if (request.mode === 'navigate') event.respondWith(page(event));
    else if (files.has(request.url)) event.respondWith(file(request));
  });

  async function install() {
    try {
      await (await caches.open(cacheName)).addAll([...files]);
    } catch (error) {
      // A file that did not come: the next visit tries again. Where the storage fails, the pages
      // that the worker carries are shown without their files.
      if (error instanceof TypeError) throw error;
    }
    // No open page is affected: the worker only ever answers with files named by their content.
    await worker.skipWaiting();
  }

  async function activate() {
    await Promise.allSettled([
      deleteOtherCaches(cacheName),
      // The browser requests a page while it starts the worker, so the worker costs no time.
      worker.registration.navigationPreload?.enable(),
      worker.clients.claim(),
    ]);
  }

  async function page({ request, preloadResponse }: FetchEvent): Promise<Response> {
    try {
      const preloaded = await preloadResponse;
      // Where others reject, Firefox resolves to a network error.
      return preloaded && preloaded.type !== 'error' ? preloaded : await fetch(request);
    } catch {
      const isAccidentPage = ACCIDENT_PATH.test(new URL(request.url).pathname);
      const { html, headers } = isAccidentPage ? site.accidentPage : site.offlinePage;
      return new Response(html, {
        status: isAccidentPage ? 200 : 503,
        headers: headers.map(([name, value]) => [name, value]),
      });
    }
  }

  /** A cache that fails, as Safari's may, leaves the file to the network. */
  async function file(request: Request): Promise<Response> {
    try {
      const cached = await caches.match(request, { cacheName });
      if (cached) return cached;
    } catch {}
    return fetch(request);
  }
}

function unregister(): void {
  worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener('activate', (event) =>
    event.waitUntil(Promise.allSettled([deleteOtherCaches(), worker.registration.unregister()])),
  );
}

if (OFFLINE_SITE) serveOffline(OFFLINE_SITE);
else unregister();
