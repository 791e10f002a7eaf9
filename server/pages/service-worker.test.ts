import supertest from 'supertest';
import { expect, test } from 'vitest';
import { sharedSite } from '../../test/support/site.ts';

test('the service worker is checked for changes at every visit and may fetch from this site alone', async () => {
  const { url } = await sharedSite();
  const answer = await supertest(url).get('/service-worker.js').expect(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  });
  await supertest(url)
    .get('/service-worker.js')
    .set('If-None-Match', answer.headers.etag as string)
    .expect(304);
});

test('it carries the accident page as served, the phone number in place of other pages, and only files that exist', async () => {
  const { url } = await sharedSite({ COMPANY_PHONE_24H: '0808 157 0111' });
  const { text } = await supertest(url).get('/service-worker.js').expect(200);
  const kept = JSON.parse(text.slice(text.indexOf('{'), text.indexOf(';\n')));
  const accident = await supertest(url).get('/accident').expect(200);
  expect(kept.accidentPage.html).toBe(accident.text);
  expect(kept.offlinePage.html).toContain('href="tel:+448081570111"');
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

test("another build or another company's facts make another worker", async () => {
  const [one, same, other] = await Promise.all([
    sharedSite(),
    sharedSite(),
    sharedSite({ COMPANY_PHONE: '020 7946 0999' }),
  ]);
  const etag = async ({ url }: { url: string }) =>
    (await supertest(url).get('/service-worker.js')).headers.etag;
  expect(await etag(one)).toBe(await etag(same));
  expect(await etag(one)).not.toBe(await etag(other));
});

test('turned off, the same address answers with a worker that keeps nothing', async () => {
  const { url } = await sharedSite({ SERVICE_WORKER: 'off' });
  const { text } = await supertest(url).get('/service-worker.js').expect(200);
  expect(text).toMatch(/^const OFFLINE_SITE=null;/);
  expect(text).toContain('unregister()');
});

test('the page shown without a connection has no address on the site', async () => {
  const { url } = await sharedSite();
  await supertest(url).get('/offline').expect(404);
});
