import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildPrograms } from '../../build/server-bundle.ts';
import { startPostgres } from '../support/callbacks/postgres.ts';
import { temporaryFolder } from '../support/site-file.ts';
import { type Fault, KINDS } from './kinds.ts';
import { startOutside } from './outside.ts';
import { SiteUnderFaults } from './site-under-faults.ts';
import { type Answer, ask, type Step, stepsOf } from './workload.ts';

const MINUTES = 60_000;
/** The time in which a lost store is opened again, with some to spare: ten seconds. */
const RECOVERY_MS = 14_000;
/** The time in which a delivery with a lost claim is due again, with some to spare: a minute. */
const CLAIMED_AGAIN_MS = 90_000;
/** The number of sites that start at the same time. */
const AT_ONCE = 8;
/** The delay of the content service at a start: longer than a page waits for it. */
const LATE_MS = 1000;
/** The longest wait of a visitor. */
const ANSWERED_MS = 16_000;
/** The time within which a ready site has prerendered its pages. */
const PREPARED_MS = 3000;
/**
 * The least share of the reached calls that a run makes fail. Some calls take ten seconds of
 * silence, a stop or another moment that comes by chance.
 */
const LEAST_SHARE = 0.8;

type Settings = Record<string, string>;

interface Outcome extends Fault {
  when: 'start' | 'serving';
  is: 'held' | 'said why' | 'not ready' | 'ended' | 'unanswered' | 'next one wrong' | 'never ready';
  said: string;
}

/** The site as `npm run dev` builds it, which says where each line comes from. */
let dist: string;
/** Calls that have been reached. */
const reachedCalls = new Set<string>();
/** Results of all injected failures. */
const outcomes: Outcome[] = [];

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'faults-dist-'));
  dist = join(folder, 'dist');
  cpSync('dist', dist, { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await buildPrograms({ development: true, out: dist });
});
afterAll(() => rmSync(dirname(dist), { recursive: true, force: true }));

const isDone = ({ site, kind }: Fault, when: Outcome['when']): boolean =>
  outcomes.some((each) => each.site === site && each.kind === kind && each.when === when);

/** Returns every failure of the calls that were reached since the last look. */
function discoverCalls(running: SiteUnderFaults): Fault[] {
  const reached = running.reached();
  for (const site of reached.keys()) reachedCalls.add(site);
  return [...reached].flatMap(([site, shape]) => KINDS[shape].map((kind) => ({ site, kind })));
}

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).join();
const isUnanswered = ({ status, ms }: Answer) => status < 0 || ms > ANSWERED_MS;

/**
 * Injects failures into a serving site, which must live, answer everybody, and answer the next
 * visitor rightly.
 */
async function whileServing(
  environment: Settings,
  outside?: Awaited<ReturnType<typeof startOutside>>,
) {
  const world = outside ?? (await startOutside());
  const running = new SiteUnderFaults(dist);
  const taken = new Set<string>();
  const steps = stepsOf({ ...world, url: () => running.site.url, taken });
  const DATA_DIR = temporaryFolder();
  const start = async () => {
    await running.spawn({ ...world.environment, ...environment, DATA_DIR });
    expect(await running.untilReady(), running.site.output()).toBe(true);
    await delay(600);
  };
  await start();
  discoverCalls(running);
  const usual = new Map<Step, string>();
  const faults = new Map<Step, Fault[]>(steps.map((step) => [step, []]));
  const seen = new Set<string>();
  for (const step of [...steps, ...steps]) {
    usual.set(step, statusesOf(await step()));
    await delay(150);
    const fresh = discoverCalls(running).filter(({ site }) => !seen.has(site));
    for (const { site } of fresh) seen.add(site);
    faults.get(step)?.push(...fresh);
  }
  for (const [step, each] of faults) for (const fault of each) await failOnce(fault, step);

  async function failOnce(fault: Fault, step: Step): Promise<void> {
    if (isDone(fault, 'serving')) return;
    running.order(fault);
    const answers = await step();
    let fired = await running.fired(300);
    if (!fired) {
      for (const each of steps) answers.push(...(await each()));
      fired = await running.fired(2000);
    }
    running.disarm();
    discoverCalls(running);
    if (!fired) return;
    await delay(30);
    const tell = (is: Outcome['is'], said: string) =>
      outcomes.push({ ...fault, when: 'serving', is, said });
    const uncaught = running.uncaught();
    if (uncaught || !running.isAlive) tell('ended', uncaught);
    else if (!(await isRightAgain(step))) tell('next one wrong', statusesOf(answers));
    else {
      const late = answers.filter(isUnanswered).map(({ what }) => what);
      tell(late.length > 0 ? 'unanswered' : 'held', late.join());
      return;
    }
    await running.kill();
    await start();
  }

  async function isRightAgain(step: Step): Promise<boolean> {
    for (const end = Date.now() + RECOVERY_MS; Date.now() < end; await delay(300))
      if (statusesOf(await step()) === usual.get(step)) return true;
    return false;
  }

  const missing = () => [...taken].filter((name) => !world.told.has(name));
  await expect.poll(missing, { timeout: CLAIMED_AGAIN_MS }).toEqual([]);
}

/**
 * Tells whether a failure leaves a call that never settles: the site must say that it is not ready.
 */
const leavesNothing = ({ kind }: Fault): boolean => /never|lost/.test(kind);

/**
 * Injects failures into a starting site, which must go on, or end with 1 and a line that says why.
 */
async function atStart(environment: Settings, prepare: (dataDir: string) => void = () => {}) {
  const { content, ...outside } = await startOutside();
  content.delayMs = LATE_MS;
  const page = `/blogs/${content.entries[0]?.fields.slug}`;
  /** Visits a page with late data before the site is there. */
  const firstVisit = async (running: SiteUnderFaults): Promise<Answer> => {
    const answer = await ask(running.site.url, page, { headers: { 'User-Agent': 'Mozilla/5.0' } });
    if (answer.status !== 0 || !running.isAlive) return answer;
    await delay(20);
    return firstVisit(running);
  };
  const start = async (running: SiteUnderFaults, limitMs: number) => {
    const DATA_DIR = join(running.folder, 'data');
    mkdirSync(DATA_DIR);
    prepare(DATA_DIR);
    await running.spawn({ ...outside.environment, ADMIN_PORT: '0', ...environment, DATA_DIR });
    const [ready, visit] = await Promise.all([running.untilReady(limitMs), firstVisit(running)]);
    return { ready, visit };
  };
  const first = new SiteUnderFaults(dist);
  const began = Date.now();
  await start(first, MINUTES);
  // A machine that is busy with many starts takes longer for each.
  const limitMs = RECOVERY_MS + 3 * AT_ONCE * (Date.now() - began);
  await delay(PREPARED_MS);
  const waiting = discoverCalls(first)
    .filter((fault) => !isDone(fault, 'start'))
    .values();
  const failOnce = async (fault: Fault) => {
    const running = new SiteUnderFaults(dist);
    running.order(fault);
    const { ready, visit } = await start(running, limitMs);
    if (await running.fired(PREPARED_MS)) {
      // Of several that start at once, one may have been left without the processor.
      const isReady = ready || (!leavesNothing(fault) && (await running.untilReady()));
      const home = running.isAlive ? (await ask(running.site.url, '/')).status : 0;
      const line = running.site.output().trimEnd().split('\n').at(-1) ?? '';
      const code = running.isAlive ? null : await running.site.ended;
      const uncaught = running.uncaught();
      const outcome = (): Outcome['is'] => {
        if (uncaught) return 'ended';
        if (isUnanswered(visit)) return 'unanswered';
        if (isReady && home === 200) return 'held';
        if (code === 1 && /could not start|_FILE/.test(line)) return 'said why';
        if (home !== 200) return 'ended';
        return leavesNothing(fault) ? 'not ready' : 'never ready';
      };
      outcomes.push({ ...fault, when: 'start', is: outcome(), said: uncaught || line });
    }
    discoverCalls(running);
    await running.kill();
  };
  const failNext = async () => {
    for (const fault of waiting) await failOnce(fault);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, failNext));
  await first.kill();
}

test('the embedded store, posts of a service, mail and a webhook', {
  timeout: 30 * MINUTES,
}, async () => {
  await whileServing({});
});

test('a start', { timeout: 15 * MINUTES }, async () => {
  await atStart({}, (dataDir) => {
    writeFileSync(join(dataDir, 'site-damaged-2020-01-01T00-00-00.000Z.db'), '');
    const quarantined = new DatabaseSync(join(dataDir, 'site-damaged-2999-01-01T00-00-00.000Z.db'));
    quarantined.exec(
      'CREATE TABLE callbacks (received_at BIGINT); INSERT INTO callbacks VALUES (0)',
    );
    quarantined.close();
  });
  await atStart({}, (dataDir) => writeFileSync(join(dataDir, 'site.db'), 'damaged'.repeat(1000)));
});

test('a PHP backend', { timeout: 10 * MINUTES }, async () => {
  const outside = await startOutside();
  await whileServing({ PHP_BACKEND_URL: outside.php, CALLBACK_SPOOL: 'on' }, outside);
});

test('PostgreSQL', { timeout: 15 * MINUTES }, async () => {
  const server = await startPostgres();
  onTestFinished(() => server.remove());
  let number = 0;
  const store = () => ({ DATABASE_URL: server.newDatabase(`faults${number++}`) });
  await whileServing(store());
  await atStart(store());
});

test('nothing ends the site, nobody stays unanswered, the next one is right', () => {
  const good = ['held', 'said why', 'not ready'];
  expect(outcomes.filter(({ is }) => !good.includes(is))).toEqual([]);
});

test('nearly every call to the outside that was reached was made to fail', () => {
  const failed = new Set(outcomes.map(({ site }) => site));
  const left = [...reachedCalls].filter((site) => !failed.has(site));
  expect(1 - left.length / reachedCalls.size, left.join('\n')).toBeGreaterThan(LEAST_SHARE);
  for (const callee of ['fetch', 'readFileSync', 'exec', 'Worker', 'statfs', 'createServer'])
    expect(
      [...failed].some((site) => site.endsWith(`> ${callee}`)),
      callee,
    ).toBe(true);
});
