import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { sharedSite, startSite } from '../../test/support/site.ts';
import { OTHER_COMPANY } from '../../test/support/test-company.ts';

test('is revalidated at every visit and may fetch from this site only', async () => {
  const { url } = await sharedSite();
  const answer = await supertest(url).get('/service-worker.js').expect(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  });
  await supertest(url)
    .get('/service-worker.js')
    .set('If-None-Match', answer.headers.etag as string)
    .expect(304)
    .expect('Vary', 'Accept-Encoding');
});

test('carries the accident page as served, the phone number, and only existing files', async () => {
  // A post of the owner's own: the footer then lists no page of the samples.
  const SITE_DIR = mkdtempSync(join(tmpdir(), 'service-worker-'));
  onTestFinished(() => rmSync(SITE_DIR, { recursive: true }));
  mkdirSync(join(SITE_DIR, 'posts'));
  writeFileSync(
    join(SITE_DIR, 'posts/a.md'),
    '---\ntitle: A post\npublishedDate: 2026-01-05\n---\nText',
  );
  const { url } = await startSite({ ...OTHER_COMPANY, SITE_DIR });
  const { text } = await supertest(url).get('/service-worker.js').expect(200);
  const kept = JSON.parse(text.slice(text.indexOf('{'), text.indexOf(';\n')));
  const accident = await supertest(url).get('/accident').expect(200);
  expect(kept.accidentPage.html).toBe(accident.text);
  expect(kept.offlinePage.html).toContain('href="tel:+448081570888"');
  expect(kept.offlinePage.html).toContain('noindex');
  const { 'Content-Security-Policy': policy } = Object.fromEntries(kept.accidentPage.headers);
  expect(policy).toBe(accident.headers['content-security-policy']);
  for (const kind of ['.woff2', '.css', '.svg'])
    expect(
      kept.files.some((path: string) => path.endsWith(kind)),
      kind,
    ).toBe(true);
  expect(kept.offlinePage.html).toMatch(/<script[^>]+src="\/static\/js\/offline-[^"]+"/);
  expect(kept.offlinePage.html).not.toContain('/static/js/index-');
  for (const path of kept.files) await supertest(url).get(path).expect(200);
});

test('says nothing of the content service, whose pages an editor may take back', async () => {
  const { url } = await sharedSite();
  const page = 'href="/passengers"';
  await expect
    .poll(() =>
      supertest(url)
        .get('/accident')
        .then(({ text }) => text),
    )
    .toContain(page);
  expect((await supertest(url).get('/service-worker.js')).text).not.toContain('passengers');
});
