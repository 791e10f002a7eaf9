import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuMs, median, peakMemoryMiB, startSite } from './process.ts';
import { figure, table } from './table.ts';

/**
 * From the start of the process to the first answer, with the compile cache filled by an earlier
 * start.
 */
export async function benchStart(count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const starts: { ms: number; cpuMs: number; memoryMiB: number }[] = [];
  try {
    for (let round = 0; round <= count; round += 1) {
      const began = performance.now();
      const site = await startSite(join(folder, 'data'), {
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
      });
      const ms = performance.now() - began;
      starts.push({ ms, cpuMs: cpuMs(site.pid), memoryMiB: peakMemoryMiB(site.pid) });
      await site.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const warm = starts.slice(1);
  return table(
    ['start', 'to the first answer', 'CPU until then', 'memory then'],
    [
      [
        'the site',
        figure(median(warm.map(({ ms }) => ms)), 0, ' ms'),
        figure(median(warm.map((start) => start.cpuMs)), 0, ' ms'),
        figure(median(warm.map(({ memoryMiB }) => memoryMiB)), 0, ' MiB'),
      ],
    ],
  );
}
