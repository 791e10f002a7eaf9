import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { startFullStandIn, unknownType } from '../../test/fakes/contentful-stand-in.ts';
import { type EntryItem, entryLink, otherEntry } from '../../test/fakes/entries.ts';
import { doc, p } from '../../test/fakes/rich-text.ts';
import { startSite } from '../../test/support/site.ts';

type Service = Awaited<ReturnType<typeof startFullStandIn>>;

const notFound = { sys: { type: 'Error', id: 'NotFound' }, message: 'not found' };
const list = (items: EntryItem[], total: number) => ({ sys: { type: 'Array' }, total, items });

/** Answers of one list call that say nothing of what the space has. */
const ANSWERS: Record<string, Parameters<Service['override']>[1] | object> = {};
for (const status of [400, 401, 403, 404, 410, 422, 451, 500, 502, 503, 504, 599])
  ANSWERS[status] = { status, body: notFound };
ANSWERS['400 of an unknown field'] = {
  status: 400,
  body: { ...notFound, details: { errors: [{ name: 'unknown', path: ['fields', 'order'] }] } },
};
ANSWERS.HTML = { body: '<!doctype html><title>Log in</title>' };
ANSWERS['{}'] = { body: {} };
ANSWERS['an empty list of one'] = { body: list([], 1) };
ANSWERS['a list without a total'] = { body: { sys: { type: 'Array' }, items: [] } };

async function startService(): Promise<Service> {
  return startFullStandIn(
    otherEntry('page', 'town', {
      title: 'Our town',
      slug: 'town',
      summary: 'About it.',
      content: doc(p('The town.')),
      questions: [entryLink('why')],
    }),
    otherEntry('question', 'why', { question: 'Why?', answer: 'Therefore.', home: true }),
    otherEntry('testimonial', 'pat', { name: 'Pat', text: 'Well done.', rating: 5 }),
  );
}

/** Makes every list call for a type fail. */
function failPart(service: Service, part: string, answer: object | null): void {
  service.override = ({ query }) => (query.content_type === part ? answer : null);
}

async function statusOf(site: { url: string }, path: string): Promise<number> {
  return (await request(site.url).get(path)).status;
}

/** Returns what visitors see of each part. */
async function shownBy(site: { url: string }) {
  const { text } = await request(site.url).get('/');
  return {
    page: await statusOf(site, '/town'),
    sitemap: (await request(site.url).get('/sitemap.xml')).text.includes('/town<'),
    question: text.includes('Why?'),
    testimonial: text.includes('Well done.'),
    blogs: await statusOf(site, '/blogs'),
  };
}

const ALL = { page: 200, sitemap: true, question: true, testimonial: true, blogs: 200 };

describe('a type that the space does not have', () => {
  test('is absent only at a second look when it was there', async () => {
    const service = await startService();
    const site = await startSite(service.environment);
    await site.content.followChange();
    failPart(service, 'page', { status: 400, body: unknownType('page') });
    await site.content.followChange();
    const letGo = service.hold(); // the site looks again by itself, a second later
    expect(await shownBy(site)).toEqual(ALL);
    letGo();
    await site.content.followChange();
    expect(await statusOf(site, '/town')).toBe(410);
    expect(await statusOf(site, '/blogs')).toBe(200);
  });

  test('is absent when its entries lack a field that pages need', async () => {
    const service = await startFullStandIn(
      ...Array.from({ length: 81 }, (_, index) =>
        otherEntry('page', `other-${index}`, { internalName: `${index}`, slug: `other-${index}` }),
      ),
    );
    const site = await startSite(service.environment);
    await site.content.followChange();
    expect(await statusOf(site, '/other-1')).toBe(404);
    const said = site.lines.filter((line) => JSON.parse(line).level >= 40);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('page');
  });
});

describe('a linked entry', () => {
  test('is shown as the snapshot has it, not as an include of another entry has', async () => {
    const service = await startService();
    const site = await startSite(service.environment);
    await site.content.followChange();
    const stale = structuredClone(service.entries.find(({ sys }) => sys.id === 'why'));
    service.override = ({ query }, body) =>
      query.content_type === 'page'
        ? { body: { ...body, includes: { Entry: [stale], Asset: [] } } }
        : null;
    const question = service.entries.find(({ sys }) => sys.id === 'why') as EntryItem;
    Object.assign(question.fields, { answer: 'Because of the new answer.' });
    question.sys.revision = 2;
    await site.content.followChange();
    const { text } = await request(site.url).get('/town');
    expect(text).toContain('Because of the new answer.');
    expect(text).not.toContain('Therefore.');
  });
});
