import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentfulStandIn } from '../test/stand-ins/contentful-stand-in.ts';
import { BROWSER, median, startSite } from './process.ts';
import { figure, table } from './table.ts';

/** Longer than anybody waits, shorter than the site gives up. */
const SERVICE_DELAY_MS = 3000;
const PATHS = ['/', '/blogs', '/blogs/credit-hire-in-plain-english'];
/** All of them are requested before the service has given its first answer. */
const VISITS = 40;

/** Time to the first byte with a slow content service and nothing kept. */
export async function benchSlowService(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const content = new ContentfulStandIn();
  content.delayMs = SERVICE_DELAY_MS;
  await content.goUp();
  const site = await startSite(folder, content.environment);
  try {
    const rows: string[][] = [];
    for (const path of PATHS) {
      const times: number[] = [];
      for (let visit = 0; visit < VISITS; visit += 1)
        times.push(await firstByteMs(site.port, path));
      rows.push([
        path,
        figure(times[0] as number, 1, ' ms'),
        figure(median(times), 1, ' ms'),
        figure(Math.max(...times), 1, ' ms'),
      ]);
    }
    return table(
      [
        `content service takes ${SERVICE_DELAY_MS / 1000} s, nothing kept`,
        'first visit',
        'median',
        'longest',
      ],
      rows,
    );
  } finally {
    await site.stop();
    await content.goDown();
    await rm(folder, { recursive: true, force: true });
  }
}

function firstByteMs(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const headers = {
      'Accept-Encoding': BROWSER,
      'User-Agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36',
    };
    const asked = request({ port, host: '127.0.0.1', path, headers, agent: false }, (response) =>
      response.once('data', () => {
        resolve(performance.now() - began);
        asked.destroy();
      }),
    );
    asked.on('error', reject).end();
  });
}
