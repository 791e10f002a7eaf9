import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { expect, test } from 'vitest';
import { startSite } from '../support/site.ts';
import { callbackFields } from '../support/typed.ts';

test('a site whose store cannot be opened serves pages but is not ready', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outage-'));
  const dataDir = join(folder, 'data');
  await writeFile(dataDir, 'a file where the folder should be');
  const { server } = await startSite({ DATA_DIR: dataDir, SITE_DIR: join(folder, 'site') });
  const statusOf = async (path: string) => (await request(server).get(path)).status;
  const send = () => request(server).post('/contact.php').type('form').send(callbackFields({}));
  expect([await statusOf('/'), await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([
    200, 200, 503,
  ]);
  expect(await send()).toMatchObject({ status: 503, body: { ok: false } });
  await rm(dataDir);
  await expect.poll(() => statusOf('/readyz'), { timeout: 20_000 }).toBe(200);
  expect(await send()).toMatchObject({ status: 200, body: { ok: true } });
  // The store writes while its folder goes.
  await rm(dataDir, { recursive: true, maxRetries: 5 });
  await writeFile(dataDir, '');
  expect(await send()).toMatchObject({ status: 503, body: { ok: false } });
  expect(await statusOf('/readyz')).toBe(200);
});
