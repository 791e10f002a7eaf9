import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { namesIn } from '../../test/support/callbacks/stores.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';
import { end, type SiteProcess, startSiteProcess } from '../../test/support/site-process.ts';
import { callbackFields } from '../../test/support/typed.ts';

/** The number of kills; `KILL_ROUNDS` raises it. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 15);
/** The longest time between a site's first acknowledgement and its kill. */
const LONGEST_LIFE_MS = 60;
const VISITORS = 8;

/**
 * The site has a webhook that nobody answers, so that each request is written together with its
 * delivery.
 */
const startIn = (dataDir: string) =>
  startSiteProcess({
    DATA_DIR: dataDir,
    CONTACT_RATE_LIMIT: '1000000',
    CALLBACK_WEBHOOK_URL: 'http://127.0.0.1:9/',
    CALLBACK_WEBHOOK_SECRET: 'a secret of the webhook',
  });

/**
 * Sends forms to a site until it has ended or each visitor has sent so many.
 * @param onTaken called at each acknowledgement
 * @returns the names in the forms, by the status of the response
 */
async function visit(
  { url }: SiteProcess,
  prefix: string,
  forms = Number.POSITIVE_INFINITY,
  onTaken = () => {},
) {
  const answered = { taken: [] as string[], refused: [] as string[] };
  const visitor = async (_: unknown, number: number) => {
    for (let form = 0; form < forms; form++) {
      const name = `${prefix}-${number}-${form}`;
      const message = 'x'.repeat((form * 37) % 900);
      const body = new URLSearchParams(callbackFields({ name, message }));
      const answer = await fetch(`${url}/contact.php`, { method: 'POST', body }).catch(() => null);
      if (!answer) return;
      if (answer.status === 200) {
        answered.taken.push(name);
        onTaken();
      }
      if (answer.status === 503) answered.refused.push(name);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  return answered;
}

test('keeps every acknowledged request once when killed repeatedly during writes', {
  timeout: 60_000 + ROUNDS * 5000,
}, async () => {
  const dataDir = temporaryFolder();
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const site = await startIn(dataDir);
    const first = Promise.withResolvers<void>();
    const visits = visit(site, `round${round}`, Number.POSITIVE_INFINITY, first.resolve);
    await first.promise;
    await delay(Math.random() * LONGEST_LIFE_MS);
    await end(site.process, 'SIGKILL');
    acknowledged.push(...(await visits).taken);
  }
  // A last, undisturbed start recovers the store.
  acknowledged.push(...(await visit(await startIn(dataDir), 'last', 1)).taken);
  const names = await namesIn(dataDir);
  expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test('keeps exactly the acknowledged requests on a full disk, and purges after a stop', async () => {
  const dataDir = temporaryFolder();
  // RLIMIT_FSIZE: the kernel accepts part of a write and refuses the rest (EFBIG), like a disk that
  // fills up in the middle of a record.
  const limit = '--fsize=524288';
  const startLimited = async () => {
    const site = await startIn(dataDir);
    execFileSync('prlimit', ['--pid', String(site.process.pid), limit]);
    return site;
  };
  // Two days later, for what is younger than a day is never purged.
  const later = 'data:text/javascript,const { now } = Date; Date.now = () => now() + 172_800_000;';
  const command = [process.execPath, '--import', later, 'dist/server/callbacks.js'];
  const purge = () =>
    execFileSync('prlimit', [limit, ...command, '--purge-older-than', '1'], {
      env: { DATA_DIR: dataDir },
      stdio: 'pipe',
    });
  const site = await startLimited();
  const { taken, refused } = await visit(site, 'caller', 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(taken.length).toBeGreaterThan(0);
  expect((await fetch(site.url)).status).toBe(200);
  expect((await namesIn(dataDir)).toSorted()).toEqual(taken.toSorted());
  expect(purge).toThrow(/the disk (is full|could not be written)/);
  await end(site.process, 'SIGTERM');
  purge();
  expect(await namesIn(dataDir)).toEqual([]);
  expect((await visit(await startLimited(), 'later', 1)).taken).toHaveLength(VISITORS);
});
