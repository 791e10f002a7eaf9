import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../test/support/free-port.ts';
import { cpuMs, median, peakMemoryMiB, type Server, startServer, startSite } from './process.ts';
import { figure, table } from './table.ts';

interface Started {
  ms: number;
  cpuMs: number;
  memoryMiB: number;
}

async function measure(start: () => Promise<Server>): Promise<Started> {
  const began = performance.now();
  const server = await start();
  const ms = performance.now() - began;
  const started = { ms, cpuMs: cpuMs(server.pid), memoryMiB: peakMemoryMiB(server.pid) };
  await server.stop();
  return started;
}

/** From the start of the process to the first answer, beside the least that can answer. */
export async function benchStart(count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const least = async (by: string) => {
    const port = await freePort();
    return startServer(by, port, ['bench/least.js', String(port), by]);
  };
  const starts: [name: string, start: () => Promise<Server>, seen: Started[]][] = [
    ['the site', () => startSite(folder), []],
    ['Express', () => least('express'), []],
    ['bare node:http', () => least('node:http'), []],
  ];
  try {
    for (let round = 0; round < count; round += 1)
      for (const [, start, seen] of starts) seen.push(await measure(start));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const ofExpress = starts[1]?.[2] as Started[];
  const rows = starts.map(([name, , seen]) => {
    const ratio = (pick: (started: Started) => number) =>
      figure(median(seen.map((each, at) => pick(each) / pick(ofExpress[at] as Started))), 2);
    return [
      name,
      figure(median(seen.map(({ ms }) => ms)), 0, ' ms'),
      ratio(({ ms }) => ms),
      figure(median(seen.map((each) => each.cpuMs)), 0, ' ms'),
      ratio((each) => each.cpuMs),
      figure(median(seen.map(({ memoryMiB }) => memoryMiB)), 0, ' MiB'),
    ];
  });
  const header = ['start', 'first answer', 'x Express', 'CPU until then', 'x Express', 'memory'];
  return table(header, rows);
}
