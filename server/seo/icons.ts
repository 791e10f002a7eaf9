import { Worker } from 'node:worker_threads';
import { guarded } from '../ops/timers.ts';
import type { IconJob } from './icon-worker.ts';

export const ICON_PATH = '/favicon.svg';
/** By when a visitor who waits for a picture is told that there is none. */
export const DRAWN_BY_MS = 10_000;

const DRAWN: Record<string, { widths: number[]; hasGround?: true; margin?: number }> = {
  '/favicon.ico': { widths: [16, 32] },
  // iOS paints black what is transparent, and rounds the corners itself.
  '/apple-touch-icon.png': { widths: [180], hasGround: true },
  '/icon-192.png': { widths: [192] },
  '/icon-512.png': { widths: [512] },
  // In fortieths of the mark: Android may cut a circle of 80 % out of the icon.
  '/icon-maskable-512.png': { widths: [512], hasGround: true, margin: 9 },
};
export const DRAWN_PATHS = Object.keys(DRAWN);

/**
 * The icons of a mark, by path.
 * @param ground colour behind the mark where there must be one
 * @param draw gives a PNG for each
 */
export async function drawIcons(
  mark: string,
  ground: string,
  draw: (jobs: IconJob[]) => Promise<Uint8Array[]>,
) {
  const address = `data:image/svg+xml;base64,${Buffer.from(mark).toString('base64')}`;
  const jobs = Object.values(DRAWN).flatMap(({ widths, hasGround, margin = 0 }): IconJob[] => {
    const size = 40 + 2 * margin;
    const rect = hasGround ? `<rect width="${size}" height="${size}" fill="${ground}"/>` : '';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${rect}<image href="${address}" x="${margin}" y="${margin}" width="40" height="40"/></svg>`;
    return widths.map((width) => ({ width, svg }));
  });
  const pictures = await draw(jobs);
  return new Map(
    Object.entries(DRAWN).map(([path, { widths }]) => {
      const pngs = pictures.splice(0, widths.length);
      return [
        path,
        path.endsWith('.ico') ? icoOf(pngs, widths) : Buffer.from(pngs[0] as Uint8Array),
      ];
    }),
  );
}

/**
 * Draws in a thread of its own, so that no page waits.
 * @param worker file of the built icon-worker.ts
 * @throws when the thread fails or ends without them
 */
export function drawInThread(jobs: IconJob[], worker: string): Promise<Uint8Array[]> {
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

/** An .ico: ICONDIR, an entry for each picture (size, planes, bits, length and place), the PNGs. */
function icoOf(pngs: Uint8Array[], widths: number[]): Buffer {
  let place = 6 + 16 * pngs.length;
  const entries = pngs.map(({ length }, index) => {
    const width = widths[index] as number;
    const entry = Buffer.from([width, width, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    entry.writeUInt32LE(length, 8);
    entry.writeUInt32LE(place, 12);
    place += length;
    return entry;
  });
  return Buffer.concat([Buffer.from([0, 0, 1, 0, pngs.length, 0]), ...entries, ...pngs]);
}
