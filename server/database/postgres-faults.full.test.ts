import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FORM, VALID_FORM } from '../../test/fakes/contact.ts';
import { startReceiver } from '../../test/fakes/receiver.ts';
import { type PostgresServer, startPostgres } from '../../test/support/callbacks/postgres.ts';
import { freePort } from '../../test/support/free-port.ts';
import { type SiteProcess, startSiteProcess } from '../../test/support/site-process.ts';

const ROUNDS = 20;
/** The longest wait for a 503 while the store cannot write (docs/interface.md). */
const FORM_LIMIT_MS = 5500;
const PAGES = ['/', '/about', '/contact', '/blogs', '/no-such-page'];
const POSTERS = 4;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

/** Returns the sites' connections to PostgreSQL, as its process ids. */
const backends = async () => {
  const of = "FROM pg_stat_activity WHERE application_name = 'website'";
  return (await server.sql('postgres', `SELECT pid ${of}`)).map(Number);
};

function signal(name: NodeJS.Signals, pids: number[]): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // it has ended meanwhile
    }
}

/** The duration of a fault that hangs: mostly a moment, sometimes until every form is refused. */
const pauseOf = (round: number) => delay(round % 10 === 4 ? FORM_LIMIT_MS + 500 : 150);

type Fault = (round: number, url: string) => Promise<void>;
const FAULTS: Record<string, Fault> = {
  'connections terminated': async () => {
    const pids = (await backends()).join();
    await server.sql('postgres', `SELECT pg_terminate_backend(unnest('{${pids}}'::int[]))`);
  },
  'connections stopped': async (round) => {
    const pids = await backends();
    if (round % 2 === 0) pids.push(server.pid()); // nor can new ones be made
    signal('SIGSTOP', pids);
    await pauseOf(round);
    signal('SIGCONT', pids);
  },
  'a connection killed': async () => signal('SIGKILL', (await backends()).slice(0, 1)),
  'an immediate restart': async () => {
    await server.stop();
    await server.start();
  },
  'a table locked': async (round, url) => {
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('BEGIN; LOCK TABLE callbacks IN ACCESS EXCLUSIVE MODE');
    await pauseOf(round);
    await other.end();
  },
};

/** The names of visitors whose form was accepted, and the results that nobody should see. */
function startVisitors(busy: SiteProcess, sites: readonly SiteProcess[]) {
  const taken: string[] = [];
  const wrong: string[] = [];
  let refused = 0;
  let slowest = 0;
  let number = 0;
  let over = false;

  const post = async () => {
    const name = `caller ${++number}`;
    const began = performance.now();
    const body = new URLSearchParams({ ...VALID_FORM, name }).toString();
    const status = await fetch(`${busy.url}/contact.php`, {
      method: 'POST',
      headers: { 'content-type': FORM },
      body,
    }).then(
      (answer) => answer.text().then(() => answer.status),
      (error: Error) => String(error.cause ?? error),
    );
    slowest = Math.max(slowest, performance.now() - began);
    if (status === 200) taken.push(name);
    else if (status === 503) refused++;
    else wrong.push(`form: ${status}`);
    return status === 200;
  };
  const repeat = async (once: () => Promise<unknown>) => {
    while (!over) {
      const taken = await once();
      if (!taken) await delay(30);
    }
  };
  const read = async ({ url }: SiteProcess) => {
    for (const page of PAGES) {
      const status = await fetch(url + page).then(
        (answer) => answer.text().then(() => answer.status),
        (error: Error) => String(error.cause ?? error),
      );
      if (status !== (page === '/no-such-page' ? 404 : 200)) wrong.push(`${page}: ${status}`);
    }
  };
  const all = [
    ...Array.from({ length: POSTERS }, () => repeat(post)),
    ...sites.map((site) => repeat(() => read(site))),
  ];
  return {
    post,
    async leave() {
      over = true;
      await Promise.all(all);
      return { taken, wrong, refused, slowest };
    },
  };
}

test.each(Object.keys(FAULTS))(
  'survives %s: serves pages, rejects forms in time and keeps accepted ones',
  async (name) => {
    const database = `faults_${Object.keys(FAULTS).indexOf(name)}`;
    const url = server.newDatabase(database);
    const environment = {
      DATABASE_URL: url,
      CONTACT_RATE_LIMIT: '100000',
      CALLBACK_WEBHOOK_URL: (await startReceiver(204)).origin,
      CALLBACK_WEBHOOK_SECRET: 'a secret of the receiver',
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      CALLBACK_MAIL_TO: 'a@example.com, b@example.com',
      CALLBACK_MAIL_FROM: 'site@example.com',
    };
    // One with visitors who send forms, one with readers only, whose outbox asks the database.
    const sites = [await startSiteProcess(environment), await startSiteProcess(environment)];
    const [busy, idle] = sites as [SiteProcess, SiteProcess];
    const visitors = startVisitors(busy, sites);
    const fault = FAULTS[name] as Fault;
    for (let round = 0; round < ROUNDS; round++) {
      await fault(round, url);
      expect([busy.process.exitCode, idle.process.exitCode], `round ${round}`).toEqual([
        null,
        null,
      ]);
      await expect.poll(visitors.post, { interval: 50, timeout: 20_000 }).toBe(true);
      await delay(Math.random() * 100);
    }
    const { taken, wrong, refused, slowest } = await visitors.leave();
    expect([busy.process.exitCode, idle.process.exitCode]).toEqual([null, null]);
    expect(wrong).toEqual([]);
    expect(slowest).toBeLessThan(FORM_LIMIT_MS);
    const kept = await server.sql(database, "SELECT fields::json->>'name' FROM callbacks");
    expect(new Set(kept).size).toBe(kept.length);
    expect(taken.filter((caller) => !kept.includes(caller))).toEqual([]);
    expect(refused + taken.length).toBeGreaterThan(ROUNDS);
    // Nothing that the sites gave up is left waiting in the database.
    expect((await backends()).length).toBeLessThanOrEqual(10);
  },
);
