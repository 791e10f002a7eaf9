import { expect, test } from 'vitest';
import type { Post } from '../blog/post.ts';
import { PLACEHOLDER_COMPANY } from '../site/company.ts';
import { jsonForScript } from './json-script.ts';
import { blogPosting, breadcrumbs, faqPage, organisation } from './structured-data.ts';

const site = { url: 'https://www.kerbside.example', company: PLACEHOLDER_COMPANY };

const post: Post = {
  id: '1',
  slug: 'café-race',
  title: 'After dark',
  publishedDate: '2025-03-04',
  excerpt: 'What to do first.',
  image: null,
  author: 'Sam Sample',
  content: null,
  updatedAt: '2025-03-05T10:00:00.000Z',
};

test('the organisation carries every fact of the company as configured', () => {
  const data = organisation(site);
  const json = JSON.stringify(data);
  for (const fact of Object.values(site.company)) expect(json).toContain(JSON.stringify(fact));
  expect(data).toMatchObject({
    '@type': 'AutomotiveBusiness',
    foundingDate: '2011',
    url: 'https://www.kerbside.example/',
    openingHoursSpecification: {
      opens: '00:00',
      closes: '23:59',
      dayOfWeek: expect.arrayContaining(['Monday', 'Sunday']),
    },
  });
});

test('the 24-hour line says its hours, the other contacts promise none', () => {
  const contacts: { telephone?: string; hoursAvailable?: object }[] = JSON.parse(
    JSON.stringify(organisation(site)),
  ).contactPoint;
  expect(
    contacts.filter((contact) => contact.hoursAvailable).map((contact) => contact.telephone),
  ).toEqual([site.company.phone24h]);
});

test('nothing in a company name can leave the script element', () => {
  const name = '</script><script>alert(1)</script><!-- R&D \u2028';
  const text = jsonForScript(organisation({ ...site, company: { ...site.company, name } }));
  expect(text).not.toMatch(/<|\u2028/);
  expect(JSON.parse(text).name).toBe(name);
});

test('testimonials and steps are never marked up', () => {
  expect(JSON.stringify(organisation(site))).not.toMatch(/review|rating|HowTo/i);
});

test('a breadcrumb trail starts at Home and numbers absolute addresses', () => {
  expect(breadcrumbs(site, [{ name: 'Blogs', path: '/blogs' }]).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://www.kerbside.example/' },
    { '@type': 'ListItem', position: 2, name: 'Blogs', item: 'https://www.kerbside.example/blogs' },
  ]);
});

test('a post names its author, its dates and its one address', () => {
  const picture = 'https://images.example/a.webp';
  expect(blogPosting(site, post, picture)).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'After dark',
    description: 'What to do first.',
    url: 'https://www.kerbside.example/blogs/caf%C3%A9-race',
    image: picture,
    datePublished: '2025-03-04T00:00:00.000Z',
    dateModified: '2025-03-05T10:00:00.000Z',
    author: { '@type': 'Person', name: 'Sam Sample' },
    publisher: { name: 'Kerbside' },
  });
});

test('a post without author, excerpt and dates is by the company and claims nothing else', () => {
  const data = blogPosting(
    site,
    { ...post, author: null, excerpt: null, publishedDate: 'soon', updatedAt: '' },
    'https://i.example/a.png',
  );
  expect(data).toMatchObject({ author: { '@type': 'Organization', name: 'Kerbside' } });
  expect(Object.keys(data)).not.toEqual(expect.arrayContaining(['description']));
  expect(Object.keys(data).filter((key) => key.startsWith('date'))).toEqual([]);
});

test('questions keep their answers', () => {
  expect(faqPage([{ question: 'Is there an excess?', answer: 'No.' }]).mainEntity).toEqual([
    {
      '@type': 'Question',
      name: 'Is there an excess?',
      acceptedAnswer: { '@type': 'Answer', text: 'No.' },
    },
  ]);
});
