import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startSiteProcess } from '../support/site-process.ts';

const ready = (log: Record<string, unknown>[]) =>
  log.find(({ msg }) => String(msg).startsWith('ready on '));
const warnings = (log: Record<string, unknown>[]) =>
  log.filter(({ level }) => level === 40).map(({ msg }) => msg);

test('the start says what it is on one line', async () => {
  const site = await startSiteProcess();
  await expect.poll(() => ready(site.log())).toBeDefined();
  expect(ready(site.log())).toMatchObject({
    posts: 'samples',
    store: 'sqlite',
    channels: [],
    proxies: 0,
    origin: `http://localhost:${site.port}`,
    build: expect.any(String),
  });
  expect(warnings(site.log())).toEqual([]);
});

test('a public site says its modes, what is a placeholder or a sample, and what may be misspelt', async () => {
  const site = await startSiteProcess({
    SITE_URL: 'https://www.example.com',
    PHP_BACKEND_URL: 'http://127.0.0.1:9',
    SMTP_URI: 'canary',
    COMPANY_NAME: 'Example Motor Claims',
  });
  await expect.poll(() => ready(site.log())).toBeDefined();
  expect(ready(site.log())).toMatchObject({
    posts: 'none',
    store: 'none',
    channels: ['php'],
    origin: 'https://www.example.com',
  });
  const said = warnings(site.log()).join('\n');
  expect(said).toMatch(/COMPANY_NUMBER is still a placeholder/);
  expect(said).toMatch(/the testimonials are samples/);
  expect(said).toMatch(/SMTP_URI is not a setting of the site. Did you mean SMTP_URL/);
  expect(said).not.toMatch(/COMPANY_NAME|canary/);
});

/** The built program, in this environment and nothing of ours. */
function golive(environment: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('dist/server/golive.js')],
    { cwd: tmpdir(), env: environment, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

test('the golive list of the built site: 1 while something would be false, 0 when it is complete', () => {
  const fresh = golive({});
  expect(fresh.status).toBe(1);
  expect(fresh.stdout).toContain('SITE_URL is not set');
  expect(fresh.stderr).toBe('');
  const complete = golive({
    SITE_URL: 'https://www.example.com',
    SITE_FILE: resolve('docs/site.example.json'),
    CONTENTFUL_SPACE_ID: 'space',
    CONTENTFUL_ACCESS_TOKEN: 'canary',
    CALLBACK_WEBHOOK_URL: 'https://crm.example.com/callbacks',
    CALLBACK_WEBHOOK_SECRET: 'canary of the webhook',
  });
  expect(complete.status).toBe(0);
  expect(complete.stdout).toContain('For a solicitor');
  expect(complete.stdout).not.toContain('canary');
  expect(golive({ SITE_URL: 'nowhere' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^SITE_URL: takes/),
  });
});
