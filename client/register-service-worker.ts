import { SERVICE_WORKER_PATH } from '../shared/site/offline.ts';
import { onIdle } from './on-idle.ts';

/**
 * Keeps the accident page on this device, once the page has loaded and the browser has nothing
 * better to do.
 */
export function registerServiceWorker(): void {
  // Missing on http and in some private windows.
  if (!('serviceWorker' in navigator)) return;
  // The browser refused, or the connection is gone: the next page tries again.
  onIdle(() => navigator.serviceWorker.register(SERVICE_WORKER_PATH).catch(() => {}));
}
