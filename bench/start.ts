import { freePort } from '../test/support/free-port.ts';
import { cpuMs, peakMemoryMiB, type Server, startServer, startSite } from './process.ts';
import { formatNumber, median, medianOf, table } from './table.ts';

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

/** Measures the time from the start to the first response, beside that of a minimal server. */
export async function benchStart(count: number): Promise<string> {
  const startBaseline = async (by: string) => {
    const port = await freePort();
    return startServer(by, port, ['bench/baseline-server.js', String(port), by]);
  };
  const starts: [name: string, start: () => Promise<Server>, seen: Started[]][] = [
    ['the site', () => startSite(), []],
    ['Express', () => startBaseline('express'), []],
    ['bare node:http', () => startBaseline('node:http'), []],
  ];
  for (let round = 0; round < count; round += 1)
    for (const [, start, seen] of starts) seen.push(await measure(start));
  const ofExpress = starts[1]?.[2] as Started[];
  const rows = starts.map(([name, , seen]) => {
    const ratio = (pick: (started: Started) => number) =>
      formatNumber(median(seen.map((each, at) => pick(each) / pick(ofExpress[at] as Started))), 2);
    return [
      name,
      medianOf(seen, ({ ms }) => ms, 0, ' ms'),
      ratio(({ ms }) => ms),
      medianOf(seen, (each) => each.cpuMs, 0, ' ms'),
      ratio((each) => each.cpuMs),
      medianOf(seen, ({ memoryMiB }) => memoryMiB, 0, ' MiB'),
    ];
  });
  const header = ['start', 'first answer', 'x Express', 'CPU until then', 'x Express', 'memory'];
  return table(header, rows);
}
