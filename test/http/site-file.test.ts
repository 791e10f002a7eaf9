import request from 'supertest';
import { expect, test } from 'vitest';
import { sampleTestimonials } from '../../shared/content/testimonials.ts';
import { STATIC_PATHS } from '../../shared/routes.ts';
import { createWording } from '../../shared/site/claims.ts';
import { part, textAt, wordsOf } from '../support/pages.ts';
import { EXAMPLE, PUBLIC, sharedSite, startSite, type TestSite } from '../support/site.ts';
import { siteFile } from '../support/site-file.ts';
import { TEST_SITE } from '../support/test-site.ts';

const SAMPLES = sampleTestimonials(createWording(TEST_SITE));

const wordsAt = async (site: TestSite, path: string) => wordsOf(await textAt(site, path));

test('a public site shows nothing invented, and no link to a blog without posts', async () => {
  const site = await sharedSite(PUBLIC);
  const home = await textAt(site, '/');
  expect(home).not.toMatch(/testimonials-heading|What our customers say|Rated \d/);
  for (const { name, text } of SAMPLES) {
    expect(home).not.toContain(text);
    expect(home).not.toContain(name);
  }
  expect(await wordsAt(site, '/blogs')).toContain('There are no posts yet.');
  await request(site.server).get('/blogs/hit-while-parked').expect(404);
  expect(home).not.toMatch(/href="\/(?:blogs|feed)/);
  expect(await textAt(site, '/sitemap.xml')).not.toContain('/blogs');
  const feed = await textAt(site, '/feed.xml');
  expect(feed).not.toContain('<entry>');
  expect(feed).toContain(`<updated>${new Date().toISOString().slice(0, 10)}T00:00:00.000Z<`);
  expect((await request(site.server).get('/api/posts')).body.posts).toEqual([]);
  for (const path of STATIC_PATHS)
    expect(await textAt(site, path), path).not.toMatch(/"Person"|(?:is an|are) examples?[.,]/);
  for (const path of [...STATIC_PATHS.filter((each) => each !== '/blogs'), '/no-such-page'])
    expect(await wordsAt(site, path), path).not.toMatch(/\bblog/i);
});

test('on any other origin samples are shown and marked as examples', async () => {
  const site = await sharedSite();
  const home = await wordsAt(site, '/');
  expect(home).toContain('These are examples, not real reviews.');
  expect(home).toContain(SAMPLES[0]?.text);
  expect(await wordsAt(site, '/blogs')).toContain('These posts are examples.');
  const [post] = site.blog.known();
  expect(await wordsAt(site, `/blogs/${post?.slug}`)).toContain('This post is an example.');
});

/** Words that each page shows once the facts are set. */
const FACTS: Record<string, readonly string[]> = {
  '/': [
    'They rang back within minutes.',
    'letter of 3 March 2026',
    'Rated 5 out of 5',
    'No. There is no excess to pay.',
    'VAT number GB 123 4567 89.',
    'ICO registration ZA123456.',
    'Financial Conduct Authority, firm reference number 123456.',
    '4.8 out of 5 from 312 reviews Example Reviews',
    'FCA firm reference 123456 Check it on the FCA register',
    'Member of Example Trade Body',
  ],
  '/about': [
    'Two engineers began in a yard in Barking.',
    'Ann Example, Managing director',
    'London, Essex and Kent',
    'Example Trade Body, number 42',
    'Reviews Rated 4.8 out of 5 from 312 reviews on Example Reviews.',
  ],
  '/contact': [
    'Monday to Friday, 9am to 5:30pm',
    'Saturday, 10am to 2pm',
    'We call you back within 15 minutes while we are open (Monday to Friday, 9am to 5:30pm, and Saturday, 10am to 2pm)',
  ],
  '/terms': ['In force since 1 May 2026.'],
  '/privacy-policy': ['In force since 19 June 2026.'],
  '/complaints': ['In force since 19 June 2026.'],
};

test('what the site file sets is shown, and not marked as an example', async () => {
  const site = await sharedSite(EXAMPLE);
  for (const [path, facts] of Object.entries(FACTS)) {
    const html = await textAt(site, path);
    const words = `${wordsOf(html)} ${html.match(/aria-label="Rated[^"]*/g)}`;
    for (const fact of facts) expect(words, path).toContain(fact);
    expect(words).not.toContain('Examples:');
  }
});

test('one number, one address and one email for everything are shown once', async () => {
  const company = {
    ...{ name: 'Ann & Co', phone: '0800 111 1111', phone24h: '0800 111 1111' },
    ...{ headOffice: '1 Street, London E1 1AA', registeredOffice: '1 Street, London E1 1AA' },
    ...{ email: 'ann@ann.example', claimsEmail: 'ann@ann.example' },
    officeHours: [{ days: ['Monday'], opens: '09:00', closes: '17:00' }],
  };
  const site = await startSite({ ...PUBLIC, SITE_FILE: siteFile({ company }) });
  const html = await textAt(site, '/contact');
  const footer = wordsOf(part(html, 'footer'));
  expect(footer.match(/0800.111.1111/g)).toHaveLength(1);
  expect(footer).not.toContain('Main line');
  const [, lines = ''] = /<dl class="contact-lines">(.*?)<\/dl>/s.exec(html) ?? [];
  expect(wordsOf(lines)).toMatch(/^\s*Helpline\s+0800.111.1111\s+Monday, 9am.to.5pm\s*$/);
  const [, points = ''] = /<dl class="contact-points">(.*?)<\/dl>/s.exec(html) ?? [];
  expect(points.match(/1 Street, London/g)).toHaveLength(1);
  expect(wordsOf(points).match(/ann@ann\.example/g)).toHaveLength(1);
  expect(wordsOf(points)).toContain('Head office and registered office');
});

test('what is not set is not shown', async () => {
  const site = await sharedSite();
  for (const [path, words] of [
    ['/', /VAT|ICO|Financial Conduct|Rated [^"]* on /],
    ['/about', /Our company|Our people|Where we work|Memberships|Reviews/],
    ['/contact', /Monday|ring[\w ]+ within/],
    ['/terms', /In force/],
    ['/privacy-policy', /In force/],
    ['/complaints', /In force/],
  ] as const)
    expect(await wordsAt(site, path), path).not.toMatch(words);
});

test('a path of the older site redirects for good to its new page, without the query', async () => {
  const site = await sharedSite(EXAMPLE);
  const moved = await request(site.server).get('/about-us.html?page=3&utm_source=x').expect(301);
  expect(moved.headers.location).toBe('/about');
  expect(moved.headers['content-security-policy']).toBe(
    "default-src 'none';frame-ancestors 'none'",
  );
});
