import { Worker } from 'node:worker_threads';
import { guarded } from '../ops/timers.ts';
import type { IconJob } from './icon-worker.ts';

export const ICON_PATH = '/favicon.svg';
const FAVICON_SIZE = 32;
/** By when a visitor who waits for a picture is told that there is none. */
export const DRAWN_BY_MS = 10_000;

/** build/artwork/make-pictures.ts draws the same of the site's own mark. */
const DRAWN: Record<string, { width: number; hasGround?: true; margin?: number }> = {
  '/favicon.ico': { width: FAVICON_SIZE },
  // iOS paints black what is transparent, and rounds the corners itself.
  '/apple-touch-icon.png': { width: 180, hasGround: true },
  '/icon-192.png': { width: 192 },
  '/icon-512.png': { width: 512 },
  // In fortieths of the mark: Android may cut a circle of 80 % out of the icon.
  '/icon-maskable-512.png': { width: 512, hasGround: true, margin: 9 },
};
export const DRAWN_PATHS = Object.keys(DRAWN);

/**
 * The icons of a brand, by path, drawn in a thread of its own so that no page waits.
 * @param ground colour behind the mark where there must be one
 * @param worker file of the built icon-worker.ts
 */
export async function drawIcons(svg: string, ground: string, worker: string) {
  const mark = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  const jobs = Object.values(DRAWN).map(({ width, hasGround, margin = 0 }): IconJob => {
    const size = 40 + 2 * margin;
    const rect = hasGround ? `<rect width="${size}" height="${size}" fill="${ground}"/>` : '';
    return {
      width,
      svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${rect}<image href="${mark}" x="${margin}" y="${margin}" width="40" height="40"/></svg>`,
    };
  });
  const pictures = await drawn(jobs, worker);
  return new Map(
    DRAWN_PATHS.map((path, place) => {
      const png = Buffer.from(pictures[place] as Uint8Array);
      return [path, path.endsWith('.ico') ? icoOf(png) : png];
    }),
  );
}

/** @throws when the thread fails or ends without them */
function drawn(jobs: IconJob[], worker: string): Promise<Uint8Array[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array[]>();
  const thread = new Worker(worker, { workerData: jobs });
  thread.on('message', resolve);
  thread.on('error', reject); // listened to after the message too: else it would end the site
  thread.on('exit', () => reject(new Error('the thread ended without the icons')));
  setTimeout(
    guarded(() => thread.terminate()),
    DRAWN_BY_MS,
  ).unref();
  return promise;
}

/** An .ico of one picture: ICONDIR, one entry (size, planes, bits, length and place), the PNG. */
function icoOf(png: Buffer): Buffer {
  const head = Buffer.from([0, 0, 1, 0, 1, 0, FAVICON_SIZE, FAVICON_SIZE, 0, 0, 1, 0, 32, 0]);
  const place = Buffer.alloc(8);
  place.writeUInt32LE(png.length);
  place.writeUInt32LE(head.length + place.length, 4);
  return Buffer.concat([head, place, png]);
}
