import { Agent, get } from 'node:http';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startContentfulStandIn } from '../testing/contentful-stand-in.ts';
import { startSite } from '../testing/site.ts';
setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');
async function held() { for (let i=0;i<4;i++){ gc(); await sleep(50);} const m = process.memoryUsage(); return [m.heapUsed, m.external, m.rss].map((x) => Math.round(x/1e5)/10).join(' '); }
async function statusesOf(urls: string[], atOnce = 50) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const rest = urls.values();
  const ask = async () => { for (const url of rest) await new Promise<void>((resolve, reject) => { get(url, { agent }, (a) => { a.resume().once('end', resolve); }).once('error', reject); }); };
  await Promise.all(Array.from({ length: atOnce }, ask)); agent.destroy();
}
test('x', { timeout: 300000 }, async () => {
  const service = await startContentfulStandIn();
  const site = await startSite({ ...service.environment, LOG_LEVEL: 'warn' });
  await expect.poll(() => site.library.known().length).toBeGreaterThan(0);
  process.stdout.write(`start ${await held()}\n`);
  for (let r=0;r<3;r++) {
  await statusesOf(Array.from({length:5000},(_, i)=>`${site.url}/api/posts/r-${i}-${Math.random()}`));
  process.stdout.write(`api ${await held()}\n`);
  await statusesOf(Array.from({length:1000},(_, i)=>`${site.url}/blogs/r-${i}-${Math.random()}`));
  process.stdout.write(`pages ${await held()}\n`);
  }
});
