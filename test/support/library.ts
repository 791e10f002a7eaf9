import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type BlogLibrary, Library, type LibraryParts } from '../../server/blog/library/library.ts';
import { createContentfulSource } from '../../server/blog/source/contentful.ts';
import { createLog } from '../../server/ops/log.ts';
import { createMetrics } from '../../server/ops/metrics.ts';
import type { ContentfulStandIn } from '../stand-ins/contentful-stand-in.ts';

/** A clock that a test moves by hand; it starts at an arbitrary moment, 1 January 2030. */
class HandClock {
  #now = 5_000_000;
  readonly now = () => this.#now;
  #wallOffset = Date.UTC(2030, 0, 1) - 5_000_000;
  readonly wallClock = () => this.#now + this.#wallOffset;

  forward(seconds: number): void {
    this.#now += seconds * 1000;
  }

  /** Sets day and hour, as when a machine learns the time; the process goes on counting. */
  setBack(seconds: number): void {
    this.#wallOffset -= seconds * 1000;
  }
}

interface TestLibrary {
  library: BlogLibrary;
  clock: HandClock;
  /** What was logged, as JSON lines. */
  lines: string[];
  metrics: ReturnType<typeof createMetrics>;
}

/** A library over the stand-in, not started; it is stopped after the test. */
export function openLibrary(
  service: ContentfulStandIn,
  {
    ttlSeconds = 60,
    dataDir = null,
    random = () => 0.5,
    deadlineMs = 30_000,
    listeners,
    pausesMs,
    setBack = 0,
  }: Partial<Pick<LibraryParts, 'ttlSeconds' | 'dataDir' | 'random' | 'listeners' | 'pausesMs'>> & {
    /** Deadline of a call to the service, in milliseconds. */
    deadlineMs?: number;
    /** Seconds by which the wall clock is slow. */
    setBack?: number;
  } = {},
): TestLibrary {
  const clock = new HandClock();
  clock.setBack(setBack);
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const metrics = createMetrics();
  const source = createContentfulSource({ ...service.settings, deadlineMs });
  const library = new Library({
    source,
    ttlSeconds,
    dataDir,
    log,
    metrics,
    listeners,
    pausesMs,
    now: clock.now,
    wallClock: clock.wallClock,
    random,
  });
  onTestFinished(() => library.stop());
  return { library, clock, lines, metrics };
}

/** A library that has read its list. */
export async function openFilledLibrary(
  ...parts: Parameters<typeof openLibrary>
): Promise<TestLibrary> {
  const opened = openLibrary(...parts);
  opened.library.start();
  await opened.library.list(1);
  return opened;
}

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'blog-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
