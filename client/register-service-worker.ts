import { attempt } from '../shared/site/attempt.ts';
import { SERVICE_WORKER_PATH } from '../shared/site/offline.ts';
import { onIdle } from './on-idle.ts';

/**
 * Keeps the accident page on this device, once the page has loaded and the browser has nothing
 * better to do.
 */
export function registerServiceWorker(): void {
  // Missing on http and in some private windows. A frame without an origin throws at the look at it.
  const container = attempt<ServiceWorkerContainer | undefined>(() => navigator.serviceWorker);
  if (!container) return;
  // The browser refused, or the connection is gone: the next page tries again.
  onIdle(() => attempt(() => container.register(SERVICE_WORKER_PATH).catch(() => {})));
}
