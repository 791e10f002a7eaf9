import request from 'supertest';
import { describe, expect, test } from 'vitest';
import {
  makePosts,
  PREVIEW_TOKEN,
  startFullStandIn,
} from '../../test/fakes/contentful-stand-in.ts';
import { type EntryItem, entryLink, otherEntry, tagLink } from '../../test/fakes/entries.ts';
import { doc, link, p } from '../../test/fakes/rich-text.ts';
import { startSmtp } from '../../test/fakes/smtp.ts';
import { startSite } from '../../test/support/site.ts';
import { checkContent } from './check-content.ts';

const SECRET = 'the-secret-of-editors';
const WEBHOOK_SECRET = 'the-secret-of-webhooks';

const page = (slug: string, fields: object = {}): EntryItem =>
  otherEntry('page', slug, {
    ...{ title: `Title of ${slug}`, slug, summary: 'Summary.', content: doc(p('Text.')) },
    ...fields,
  });
const question = (id: string, fields: object = {}) =>
  otherEntry('question', id, { question: `${id}?`, answer: `Answer to ${id}.`, ...fields });

async function openSite(environment: Record<string, string> = {}, ...entries: EntryItem[]) {
  const service = await startFullStandIn(...entries);
  const site = await startSite({
    ...service.environment,
    ...environment,
    CONTENTFUL_PREVIEW_TOKEN: PREVIEW_TOKEN,
    CONTENTFUL_PREVIEW_HOST: service.origin,
    PREVIEW_SECRET: SECRET,
    CONTENTFUL_WEBHOOK_SECRET: WEBHOOK_SECRET,
    CONTENT_TTL_SECONDS: '3600',
  });
  await site.content.followChange();
  const get = (path: string) => request(site.url).get(path);
  const publish = ({ sys }: EntryItem, type = 'Entry') =>
    request(site.url)
      .post('/webhooks/contentful')
      .set('X-Webhook-Secret', WEBHOOK_SECRET)
      .set('X-Contentful-Topic', `ContentManagement.${type}.publish`)
      .send(JSON.stringify({ sys }));
  return { service, site, get, publish };
}

describe('a publish', () => {
  test('of one entry or picture makes six calls with 40 posts', async () => {
    const { service, publish, get } = await openSite();
    service.entries = makePosts(40);
    const entry = service.edit('post-7', { title: 'Corrected' });
    const [asset] = service.assets as unknown as [EntryItem];
    for (const [published, type] of [
      [entry, 'Entry'],
      [asset, 'Asset'],
    ] as const) {
      const before = service.calls.length + service.absentTypeCalls.length;
      await publish(published, type).expect(204);
      const after = service.calls.length + service.absentTypeCalls.length;
      expect(after - before, type).toBe(6);
    }
    expect((await get('/blogs/post-7')).text).toContain('Corrected');
  });

  test('says what readers cannot see of the entry', async () => {
    const { service, site, publish } = await openSite();
    const broken = page('town', { content: doc(p('See ', link('/no-such-page', 'this'))) });
    service.entries.push(broken, page('half', { summary: undefined }));
    const { body } = await publish(broken).expect(200);
    expect(body.issues).toEqual([
      'A link to "/no-such-page" leads nowhere: this website has no such page. Correct it.',
    ]);
    expect(site.lines.join('')).toContain('readers cannot see all of an entry');
    const half = service.entries.at(-1) as EntryItem;
    expect((await publish(half).expect(200)).body.issues).toContain('It has no summary.');
  });
});

test('EDITOR_MAIL_TO gets one mail about an entry that is not shown in full', async () => {
  const smtp = await startSmtp();
  const { service, publish } = await openSite({
    SMTP_URL: smtp.url,
    CALLBACK_MAIL_FROM: 'site@firm.test',
    EDITOR_MAIL_TO: 'editor@firm.test',
  });
  const half = page('half', { summary: undefined });
  service.entries.push(half);
  await publish(half).expect(200);
  await expect
    .poll(() => smtp.mails)
    .toMatchObject([
      { to: 'editor@firm.test', text: expect.stringContaining('It has no summary.') },
    ]);
});

describe('GET /preview', () => {
  test('shows a question and a testimonial as they will stand on Home', async () => {
    const { service, get } = await openSite({}, question('first', { home: true, order: 1 }));
    service.drafts = [
      question('second', { home: true, order: 2 }),
      otherEntry('testimonial', 'pat', { name: 'Pat', text: 'Well done.', rating: 5 }),
    ];
    const { text: home } = await get(`/preview?secret=${SECRET}&id=second`).expect(200);
    expect(home).toMatch(/This is a draft\..*first\?.*second\?/s);
    expect(home).toContain('noindex');
    const { text: other } = await get(`/preview?secret=${SECRET}&id=pat`).expect(200);
    expect(other).toContain('Well done.');
    expect((await get('/')).text).not.toContain('second?');
    await get(`/preview?secret=${SECRET}&id=nothing`).expect(404);
  });
});

describe('a tag of the service', () => {
  test('redirects from its former address once it is renamed', async () => {
    const { service, site, get } = await openSite();
    service.entries = makePosts(3);
    for (const entry of service.entries) entry.metadata = { tags: [tagLink('hire')] };
    service.tags = { hire: 'Credit hire' };
    await site.content.followChange();
    await get('/blogs/tags/credit-hire').expect(200);
    service.tags = { hire: 'Hiring' };
    await site.content.followChange();
    await get('/blogs/tags/credit-hire').expect(301).expect('Location', '/blogs/tags/hiring');
    await get('/blogs/tags/hiring').expect(200);
  });
});

describe('content:check', () => {
  test('names links that lead nowhere and the questions that a page leaves out', async () => {
    const ids = Array.from({ length: 14 }, (_, index) => `q${index}`);
    const lost = ['/blogs/no-such-post', '/nowhere', '/about', '/town', '/blogs', '/brochure.pdf'];
    const content = doc(p('x', ...lost.map((uri) => link(uri, 'here'))));
    const service = await startFullStandIn(
      page('town', { content, questions: ids.map(entryLink) }),
      page('-'),
      ...ids.map((id) => question(id)),
      question('linked', { answer: 'See /lost-page or /contact.' }),
    );
    const { report } = await checkContent(service.environment);
    const named = [...report.matchAll(/A link to "([^"]+)" leads nowhere/g)].map(([, uri]) => uri);
    expect(named).toEqual(['/blogs/no-such-post', '/nowhere', '/lost-page']);
    expect(report.match(/Its question "q1[0-3]\?" is not shown: a page shows 10\./g)).toHaveLength(
      4,
    );
    expect(report).toContain('Its slug "-" cannot be used in a web address');
  });
});
