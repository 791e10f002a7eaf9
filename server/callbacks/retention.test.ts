import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSite } from '../../test/support/site.ts';
import { typed } from '../../test/support/typed.ts';
import type { Callbacks } from './open.ts';
import { openStore } from './store/open.ts';
import type { CallbackStore } from './store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A store with one request from 11 days ago and one from 9 days ago. */
async function oldStore(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'retention-'));
  const store = openStore({
    config: { callbackStore: null, dataDir },
    log: pino({ level: 'silent' }),
  });
  for (const daysAgo of [11, 9]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - daysAgo * DAY_MS });
    onTestFinished(() => void vi.useRealTimers());
    const fields = typed({ name: `Ann ${daysAgo}`, mobile: '07700 900123', email: 'a@b.c' });
    await store.add({ fields, flags: [] }, []);
    vi.useRealTimers();
  }
  await store.close();
  return dataDir;
}

async function namesIn(store: CallbackStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { fields } of store.list()) names.push(fields.name);
  return names;
}

test('a start erases requests past their retention, and logs how many, not whose', async () => {
  const { callbacks, lines } = await startSite({
    DATA_DIR: await oldStore(),
    CALLBACK_RETENTION_DAYS: '10',
  });
  await expect.poll(() => namesIn((callbacks as Callbacks).store)).toEqual(['Ann 9']);
  await expect.poll(() => lines.join('')).toContain('"erased":1,"days":10');
  expect(lines.join('')).not.toContain('Ann');
});

test('by default a year is kept, and 0 keeps all', async () => {
  for (const days of ['', '0']) {
    const { callbacks } = await startSite({
      DATA_DIR: await oldStore(),
      CALLBACK_RETENTION_DAYS: days,
    });
    await (callbacks as Callbacks).store.add(
      { fields: typed({ name: 'Bea', mobile: '1', email: 'b@b.c' }), flags: [] },
      [],
    );
    expect(await namesIn((callbacks as Callbacks).store)).toEqual(['Ann 11', 'Ann 9', 'Bea']);
  }
});
