import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { startFullStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { type EntryItem, entryLink, otherEntry } from '../../test/fakes/entries.ts';
import { doc, p } from '../../test/fakes/rich-text.ts';
import { startSite } from '../../test/support/site.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';

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

const PARTS = ['page', 'question', 'testimonial'] as const;

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

describe('an answer that fails', () => {
  test.each(PARTS)('leaves everything shown while %s fails', async (part) => {
    const service = await startService();
    const site = await startSite(service.environment);
    await site.content.followChange();
    for (const [name, answer] of Object.entries(ANSWERS)) {
      failPart(service, part, answer);
      site.lines.length = 0;
      await site.content.followChange();
      expect(await shownBy(site), name).toEqual(ALL);
      const line = site.lines.find(
        (each) => each.includes('no usable answer') || each.includes('the content service'),
      );
      expect(line, name).toContain(`"type":"${part}"`);
      failPart(service, part, null);
      await site.content.followChange();
    }
  });

  test('leaves everything from the copy after a restart', async () => {
    const DATA_DIR = temporaryFolder();
    const service = await startService();
    const first = await startSite({ ...service.environment, DATA_DIR });
    await first.content.followChange();
    await first.end();
    for (const name of ['404', '{}', 'an empty list of one']) {
      failPart(service, 'page', ANSWERS[name] as object);
      const site = await startSite({ ...service.environment, DATA_DIR });
      await site.content.refresh();
      expect(await shownBy(site), name).toEqual(ALL);
      await site.end();
    }
  });

  test.each(Object.entries(ANSWERS))(
    'is an outage of the pages after a cold start: %s',
    async (_, answer) => {
      const service = await startService();
      failPart(service, 'page', answer);
      const site = await startSite(service.environment);
      const { status, headers } = await request(site.url).get('/town');
      expect([status, Number(headers['retry-after']) >= 1]).toEqual([503, true]);
      expect(await statusOf(site, '/blogs')).toBe(200);
    },
  );
});
