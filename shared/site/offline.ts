/**
 * The path of the service worker, at the root so that it may answer for every page. It never
 * changes, or browsers would keep the old worker.
 */
export const SERVICE_WORKER_PATH = '/service-worker.js';

export interface OfflinePage {
  html: string;
  /** The security headers among them. */
  headers: readonly (readonly [name: string, value: string])[];
}

/**
 * The part of the site that the service worker shows offline. The server writes it into the worker,
 * so that pages and scripts are of one build.
 */
export interface OfflineSite {
  /** Changes with the build and with the company's facts. */
  version: string;
  /** Addresses of the scripts, the font and the drawings that the accident page needs. */
  files: readonly string[];
  accidentPage: OfflinePage;
  /** The page shown for every other path. */
  offlinePage: OfflinePage;
}
