import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import pino from 'pino';
import { createBlogService } from '../server/blog/blog-service.ts';
import { createContentfulSource } from '../server/blog/contentful/contentful.ts';
import { blogSchema } from '../server/blog/last-copy.ts';
import { openDatabase } from '../server/database/database.ts';
import { announcementSchema, startAnnouncements } from '../server/database/replicas.ts';
import { createMetrics } from '../server/ops/metrics.ts';
import { ContentfulStandIn, somePosts } from '../test/stand-ins/contentful-stand-in.ts';
import { type PostgresServer, startPostgres } from '../test/support/callbacks/postgres.ts';
import { startSite } from './process.ts';
import { figure, table } from './table.ts';

/** The seconds after a start, in which every replica reads the blog and makes its pages. */
const START_S = 20;
const TTL_S = 60;
/** Contentful's limit. */
const CALLS_PER_SECOND = 55;

interface Place {
  content: ContentfulStandIn;
  databaseUrl: string;
  folder: string;
}

type Replica = { stop(): Promise<unknown> };

const asProcess = ({ content, databaseUrl, folder }: Place, number: number): Promise<Replica> =>
  startSite(join(folder, String(number)), { ...content.environment, DATABASE_URL: databaseUrl });

/** Of a replica only what asks without visitors. */
function simulate({ content, databaseUrl, folder }: Place) {
  const log = pino({ level: 'silent' });
  const config = { databaseUrl, dataDir: folder, databasePool: 20 };
  const database = openDatabase({ config, log }, [blogSchema, announcementSchema]);
  return {
    database,
    async start(): Promise<Replica> {
      const blog = createBlogService({
        source: createContentfulSource(content.settings),
        ttlSeconds: TTL_S,
        callsPerSecond: CALLS_PER_SECOND,
        database,
        log,
        metrics: createMetrics(),
      });
      const announcements = startAnnouncements(
        database,
        (slugs) => void blog.adopt(slugs as string[]),
      );
      blog.start();
      return { stop: () => Promise.all([blog.stop(), announcements.stop()]) };
    },
  };
}

/** What so many replicas, started together, ask for in so many seconds without a visitor. */
async function measure(
  postgres: PostgresServer,
  count: number,
  seconds: number,
  simulated: boolean,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const content = new ContentfulStandIn();
  content.entries = somePosts(200);
  await content.goUp();
  const place = { content, databaseUrl: postgres.newDatabase(), folder };
  const simulation = simulated ? simulate(place) : null;
  const replicas = await Promise.all(
    Array.from({ length: count }, (_, number) => simulation?.start() ?? asProcess(place, number)),
  );
  await sleep(START_S * 1000);
  const client = new pg.Client(postgres.newDatabase());
  await client.connect();
  const transactions = async () => {
    const name = new URL(place.databaseUrl).pathname.slice(1);
    const sql = 'SELECT xact_commit AS count FROM pg_stat_database WHERE datname = $1';
    return Number((await client.query(sql, [name])).rows[0].count);
  };
  const [callsBefore, transactionsBefore] = [content.calls.length, await transactions()];
  let busiest = 0;
  for (let second = 0; second < seconds; second += 1) {
    const { length } = content.calls;
    await sleep(1000);
    busiest = Math.max(busiest, content.calls.length - length);
  }
  const calls = ((content.calls.length - callsBefore) / seconds) * 60;
  const perSecond = ((await transactions()) - transactionsBefore) / seconds;
  await client.end();
  await Promise.all(replicas.map((replica) => replica.stop()));
  await simulation?.database.close();
  await content.goDown();
  await rm(folder, { recursive: true, force: true });
  const name = `${count}${simulated ? ', simulated' : ''}`;
  return [name, figure(calls, 0), String(busiest), figure(perSecond, 1)];
}

// node --import=./build/runtime.js bench/replicas.ts --seconds 120 (Debian: postgresql)
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '120' } } });
const postgres = await startPostgres();
try {
  const rows: string[][] = [];
  for (const [count, simulated] of [
    [3, false],
    [10, false],
    [100, true],
  ] as const)
    rows.push(await measure(postgres, count, Number(values.seconds), simulated));
  const header = ['replicas', 'calls a minute', 'in the busiest second', 'transactions a second'];
  console.log(table(header, rows));
} finally {
  await postgres.remove();
}
