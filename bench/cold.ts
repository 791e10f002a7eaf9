import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { buildPrograms } from '../build/programs.ts';
import { freePort } from '../test/support/free-port.ts';
import {
  BROWSER,
  load,
  median,
  type Round,
  type Server,
  startServer,
  startSite,
} from './process.ts';
import { figure, table } from './table.ts';

/** Turns the page cache off, so that every request renders and compresses. */
const forgetful: Plugin = {
  name: 'forgetful',
  setup({ onLoad }) {
    onLoad({ filter: /server\/pages\/page-cache\.ts$/ }, () => ({
      contents: `export const createPageCache = () => ({ answer: () => null, read: () => null, put() {}, async compress() {} })`,
    }));
    onLoad({ filter: /server\/pages\/page-kinds\.tsx$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(/isPrepared: .*,/g, ''),
      loader: 'tsx',
    }));
  },
};

/** Few, because this measures the cost of a render, not queueing. */
const CONNECTIONS = 4;

/**
 * Home rendered anew for every request: the site against the textbook server, with the same
 * components.
 */
export async function benchColdRender({
  rounds,
  seconds,
}: {
  rounds: number;
  seconds: number;
}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const servers: Server[] = [];
  try {
    await cp('dist', folder, { recursive: true });
    const programs = { cold: 'server/index.ts', textbook: 'bench/servers/textbook.tsx' };
    await buildPrograms({ development: false, out: folder }, programs, [forgetful]);
    const script = join(folder, 'server/cold.js');
    servers.push(await startSite(join(folder, 'data'), {}, { script }));
    const args = [String(await freePort()), join(folder, 'server/manifest.json')];
    servers.push(await startServer('textbook', join(folder, 'server/textbook.js'), { args }));
    const seen = new Map<string, Round[]>(servers.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const server of servers) {
        const order = {
          path: '/',
          headers: { 'Accept-Encoding': BROWSER },
          status: 200,
          connections: CONNECTIONS,
          seconds,
        };
        seen.get(server.name)?.push(await load(server, order));
      }
    const rows = [...seen].map(([name, all]) => [
      name,
      figure(median(all.map((round) => round.requestsPerSecond)), 0),
      figure(median(all.map((round) => round.cpuUs)) / 1000, 2, ' ms'),
      figure(median(all.map((round) => round.medianMs)), 1, ' ms'),
      String(all.at(-1)?.bytes),
    ]);
    return table(
      ['Home, nothing kept', 'requests/s', 'CPU/request', 'median', 'bytes on the wire'],
      rows,
    );
  } finally {
    for (const server of servers) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
