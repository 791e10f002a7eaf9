import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPrograms } from '../build/programs.ts';
import { launchChromium } from '../test/support/chromium.ts';
import { freePort } from '../test/support/free-port.ts';
import { benchWeakNetworks } from './net.ts';
import { median, type Server, startServer, startSite } from './process.ts';
import { record } from './record.ts';
import { figure, table } from './table.ts';
import { type Visit, visit } from './visit.ts';

const { values } = parseArgs({
  options: {
    visits: { type: 'string', default: '7' },
    path: { type: 'string', default: '/' },
    net: { type: 'boolean', default: false },
  },
});
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const visits = Number(values.visits);
const servers: Server[] = [];
const browser = await launchChromium();
try {
  console.log(values.net ? await benchWeakNetworks(browser, folder, visits) : await benchPhone());
} finally {
  await browser.close();
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** A phone that is slow itself, beside a textbook site. */
async function benchPhone(): Promise<string> {
  const ours = await startSite(folder);
  servers.push(ours);
  await record(ours.port, values.path);
  await buildPrograms({ development: false, out: folder }, { plain: 'bench/servers/textbook.tsx' });
  const args = [String(await freePort()), 'dist/server/manifest.json', 'dist/public'];
  servers.push(await startServer('plain', join(folder, 'server/plain.js'), { args }));
  const [site, plain] = servers.map((server) => `http://127.0.0.1:${server.port}${values.path}`);
  const watched = [
    { name: 'the site', url: site as string, scripts: true },
    { name: 'the site, scripts blocked', url: site as string, scripts: false },
    { name: 'plain, stylesheet in a file', url: plain as string, scripts: true },
  ].map((what) => ({ ...what, visits: [] as Visit[] }));
  for (let count = 0; count < visits; count += 1)
    for (const { url, scripts, visits } of watched) visits.push(await visit(browser, url, scripts));
  const compared = watched.at(-1)?.visits as Visit[];
  const rows = watched.map(({ name, visits }) => {
    const of = (pick: (visit: Visit) => number) => median(visits.map(pick));
    const ms = (pick: (visit: Visit) => number) => figure(of(pick), 0, ' ms');
    const ratio = (pick: (visit: Visit) => number) =>
      figure(median(visits.map((visit, count) => pick(visit) / pick(compared[count] as Visit))), 2);
    return [
      name,
      ms((visit) => visit.firstPaint),
      ratio((visit) => visit.firstPaint),
      ms((visit) => visit.processor),
      ratio((visit) => visit.processor),
      ms((visit) => visit.largestPaint),
      ratio((visit) => visit.largestPaint),
      ms((visit) => visit.blocking),
      ms((visit) => visit.longest),
      ms((visit) => visit.takenOver),
      figure(Math.max(...visits.map((visit) => visit.shift)), 3),
      String(of((visit) => visit.blockingRequests)),
      ms((visit) => visit.click),
    ];
  });
  const header = [
    'first paint',
    'x plain',
    'processor time before it',
    'x plain',
    'largest paint',
    'x plain',
    'blocking time',
    'longest task',
    'React takes over',
    'worst shift',
    'requests that the paint waits for',
    'click to paint',
  ];
  return table([values.path, ...header], rows);
}
