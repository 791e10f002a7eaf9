export const ICON_PATH = '/favicon.svg';

/** Pictures of the site's own mark, which would be another company's beside the owner's. */
export const DRAWN = [
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
];
