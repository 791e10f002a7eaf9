import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { CORE_PAGES } from '../../shared/routes.ts';
import { startFullStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { otherEntry, type RichTextNode } from '../../test/fakes/entries.ts';
import { doc, p } from '../../test/fakes/rich-text.ts';
import { startSite } from '../../test/support/site.ts';

const ownPage = (slug: string, fields: object = {}) =>
  otherEntry('page', `own-${slug}`, {
    title: `Our ${slug}`,
    slug,
    summary: `Summary of our ${slug}.`,
    content: doc(p(`Words of the owner on ${slug}.`)) as RichTextNode,
    ...fields,
  });

async function siteWith(...entries: ReturnType<typeof ownPage>[]) {
  const service = await startFullStandIn(...entries);
  const site = await startSite(service.environment);
  await site.blog.followChange();
  const get = async (path: string) => (await request(site.url).get(path).expect(200)).text;
  return { service, site, get };
}

/** Returns the page without its header, its footer and its data. */
const mainOf = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';

const STRIP = 'not your insurer. You can';
const BUTTON = 'href="tel:';
const FORM = 'action="/contact.php"';

describe('core pages in the words of an owner', () => {
  test('replace the body of each page and keep its place in the site', async () => {
    const { get } = await siteWith(...CORE_PAGES.map((slug) => ownPage(slug)));
    for (const slug of CORE_PAGES) {
      const html = await get(`/${slug}`);
      const main = mainOf(html);
      expect(main.match(/<h1[^>]*>.*?<\/h1>/g), slug).toEqual([
        `<h1 class="h-display">Our ${slug}</h1>`,
      ]);
      expect(main).toContain(`Summary of our ${slug}.</p>`);
      expect(main).toContain(`Words of the owner on ${slug}.`);
      expect(main.match(/<h2/g)?.length ?? 0, slug).toBeLessThanOrEqual(1);
      expect(html).toContain(`<meta name="description" content="Summary of our ${slug}."`);
      expect(html).toContain(`<link rel="canonical" href="http://site.test/${slug}"/>`);
    }
    expect(await get('/about')).toContain('"@type":"AboutPage"');
    expect(await get('/about')).toContain('"name":"About Us"');
  });

  test('keep the strip, the button and the ending of the page', async () => {
    const { get } = await siteWith(...CORE_PAGES.map((slug) => ownPage(slug)));
    for (const slug of ['replacement-vehicles', 'credit-hire', 'bodyshop-repairs']) {
      const main = mainOf(await get(`/${slug}`));
      for (const part of [STRIP, BUTTON, FORM]) expect(main, slug).toContain(part);
      expect(main).toContain('href="/credit-hire"');
      expect(main).not.toContain('#options');
    }
    const about = mainOf(await get('/about'));
    expect(about).toContain(BUTTON);
    expect(about).not.toContain(STRIP);
    for (const slug of ['terms', 'complaints', 'privacy-policy']) {
      const main = mainOf(await get(`/${slug}`));
      for (const part of [STRIP, BUTTON, FORM]) expect(main, slug).not.toContain(part);
    }
    expect(await get('/')).not.toContain('/credit-hire#options');
  });

  test('end as the page says', async () => {
    const { get } = await siteWith(
      ownPage('about', { ending: 'Form' }),
      ownPage('terms', { ending: 'Call' }),
    );
    expect(mainOf(await get('/about'))).toContain(FORM);
    expect(mainOf(await get('/terms'))).toContain('Had an accident?');
  });

  test('follow an edit, and give way to the specification when they are taken down', async () => {
    const { service, site, get } = await siteWith(ownPage('about'));
    expect(mainOf(await get('/about'))).toContain('Our about');
    service.edit('about', { title: 'Who we are' });
    await site.blog.followChange();
    expect(mainOf(await get('/about'))).toContain('Who we are');
    service.unpublish('about');
    await site.blog.followChange();
    expect(mainOf(await get('/about'))).toContain('>About us</h1>');
  });

  test('are listed once in the sitemap and never in the footer', async () => {
    const { get } = await siteWith(
      ownPage('about', { group: 'Guides', area: 'Leeds', noindex: true }),
    );
    const html = await get('/about');
    expect(html).toContain('content="index, follow"');
    expect(html).not.toContain('"areaServed":{"@type":"City"');
    expect(html).not.toContain('>Guides<');
    expect((await get('/sitemap.xml')).split('/about</loc>')).toHaveLength(2);
  });

  test('leave other addresses of the site alone', async () => {
    const { get } = await siteWith(ownPage('accident'), ownPage('contact'));
    for (const path of ['/accident', '/contact'])
      expect(mainOf(await get(path))).not.toContain('Words of the owner');
  });

  test('are data of their page for navigation inside the site', async () => {
    const { site, get } = await siteWith(ownPage('about'));
    expect(await get('/about')).toMatch(/id="blog-cache">\{"contentPage":\{"state":"ready"/);
    const { body } = await request(site.url).get('/api/pages/about').expect(200);
    expect(body).toMatchObject({ slug: 'about', title: 'Our about' });
    await request(site.url).get('/api/pages/terms').expect(404);
  });
});
