import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startFullStandIn } from '../../../test/fakes/contentful-stand-in.ts';
import { blogPost, entryLink, type RichTextNode } from '../../../test/fakes/entries.ts';
import { doc, node, p, text } from '../../../test/fakes/rich-text.ts';
import { createOwnerFolder, postFile, siteWithFolder } from '../../../test/support/owner-folder.ts';
import { openSite, startSite } from '../../../test/support/site.ts';

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><script/></svg>';

/** Returns the text of a page between its header and its footer. */
const mainOf = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';

describe('posts and pages of the owner’s folder', () => {
  test('take the place of the samples', async () => {
    const { get } = await siteWithFolder({
      'posts/2026-01-05-a-post.md': postFile('tags: [Advice]\nauthor: Ann Example\n'),
      'pages/leeds.md': '---\ntitle: Leeds\nsummary: Help in Leeds.\ngroup: Areas\n---\nText.',
    });
    const { text: html } = await get('/blogs/a-post').expect(200);
    for (const part of ['Text of the post.', 'Ann Example', '"@type":"BlogPosting"'])
      expect(html).toContain(part);
    expect(html).not.toContain('This post is an example.');
    const { text: list } = await get('/blogs');
    expect(list).toContain('href="/blogs/a-post"');
    expect(list).toContain('href="/leeds"');
    expect(list).not.toContain('credit-hire-in-plain-english');
    for (const path of ['/feed.xml', '/sitemap.xml'])
      expect((await get(path).expect(200)).text).toContain('/blogs/a-post');
    await get('/leeds')
      .expect(200)
      .expect(/Help in Leeds\./);
  });

  test('are shown on a public site, which has no samples', async () => {
    const { get } = await siteWithFolder(
      { 'posts/a.md': postFile('') },
      { SITE_URL: 'https://www.example.com' },
    );
    await get('/blogs/a').set('Host', 'www.example.com').expect(200);
  });

  test('come, change and go while the site runs', async () => {
    const { write, remove, statusOf, get } = await siteWithFolder({});
    await get('/blogs').expect(/These posts are examples/);
    write('posts/first.md', postFile(''));
    await expect.poll(() => statusOf('/blogs/first')).toBe(200);
    await get('/blogs').expect(({ text: html }) => expect(html).not.toContain('examples'));
    write('posts/second.md', postFile('aliases: [former]\n'));
    await expect.poll(() => statusOf('/blogs/second')).toBe(200);
    await get('/blogs/former').expect(301).expect('Location', '/blogs/second');
    remove('posts/first.md');
    await expect.poll(() => statusOf('/blogs/first')).toBe(410);
    await get('/blogs/credit-hire-in-plain-english').expect(404);
  });

  test('keep the last good version of a file with a fault, with one line in the log', async () => {
    const { write, site, get } = await siteWithFolder({
      'posts/a.md': postFile(''),
      'posts/b.md': postFile(''),
    });
    write('posts/a.md', postFile('author: 007\n', 'Not shown.'));
    const lines = () => site.lines.filter((line) => line.includes('author must be text'));
    await expect.poll(lines).toHaveLength(1);
    expect(lines()[0]).toContain('Line 4: author must be text: put it in quotes.');
    await get('/blogs/a')
      .expect(200)
      .expect(/Text of the post\./);
    write('posts/a.md', postFile('author: "007"\n', 'Shown again.'));
    await expect.poll(async () => (await get('/blogs/a')).text).toContain('Shown again.');
  });

  test('answer 410 for a file that was deleted while the site was stopped', async () => {
    const { SITE_DIR, remove } = createOwnerFolder({
      'posts/a.md': postFile(''),
      'posts/b.md': postFile(''),
    });
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'owner-data-'));
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
    const first = await openSite({ SITE_DIR, DATA_DIR });
    await request(first.url).get('/blogs/a').expect(200);
    await first.end();
    remove('posts/a.md');
    const second = await openSite({ SITE_DIR, DATA_DIR });
    await request(second.url).get('/blogs/a').expect(410);
    await request(second.url).get('/blogs/b').expect(200);
    await second.end();
  });

  test('show a live post in place of an alias', async () => {
    const { get } = await siteWithFolder({
      'posts/a.md': postFile(''),
      'posts/b.md': postFile('aliases: [a]\n'),
    });
    await get('/blogs/a').expect(200);
  });

  test('hide drafts and posts dated ahead, which the draft view shows', async () => {
    const secret = 'a secret of the preview';
    const { get } = await siteWithFolder(
      {
        'posts/draft.md': postFile('draft: true\n', 'Text <b>of</b> the draft.'),
        'posts/ahead.md': postFile('').replace('2026-01-05', '2099-01-05'),
        'posts/faulty.md': '---\ntitle: Faulty\n---\nText of the faulty one.',
      },
      { PREVIEW_SECRET: secret },
    );
    await get('/blogs/draft').expect(404);
    await get('/blogs/ahead').expect(404);
    const preview = (slug: string) => get('/preview').query({ secret, slug });
    const { text: html } = await preview('draft').expect(200).expect('Cache-Control', 'no-store');
    expect(html).toContain('Text of the draft.');
    expect(html).toContain('Line 6: The website does not show HTML');
    await preview('ahead').expect(200);
    await preview('faulty')
      .expect(200)
      .expect(/Line 1: publishedDate is missing\./);
    await get('/preview').query({ secret: 'wrong', slug: 'draft' }).expect(401);
  });

  test('have pictures with a hash in their URL, which nothing can script', async () => {
    const { get, write } = await siteWithFolder({
      'posts/a.md': postFile(
        'image: ../pictures/car.svg\nimageAlt: A car\n',
        '![Two](../pictures/car.svg)',
      ),
      'pictures/car.svg': PICTURE,
    });
    const { text: html } = await get('/blogs/a').expect(200);
    const [url = ''] = /\/media\/car\.[\da-f]{16}\.svg/.exec(html) ?? [];
    expect(mainOf(html)).toMatch(/<img[^>]*alt="A car"[^>]*width="20" height="10"/);
    expect(mainOf(html)).toMatch(/<img[^>]*alt="Two" loading="lazy"/);
    const { headers } = await get(url).expect(200);
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('image/svg+xml'),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    });
    await get('/media/car.0123456789abcdef.svg').expect(404).expect('Cache-Control', 'no-store');
    write('pictures/car.svg', PICTURE.replace('width="20"', 'width="30"'));
    await get(url).expect(404);
    await expect.poll(async () => (await get('/blogs/a')).text).toContain('width="30"');
  });

  test('replace the body of a core page', async () => {
    const { get } = await siteWithFolder({
      'pages/about.md': '---\ntitle: Who we are\nsummary: A firm.\n---\nOur own words.',
    });
    const { text: html } = await get('/about').expect(200);
    expect(mainOf(html)).toContain('Who we are</h1>');
    expect(mainOf(html)).toContain('Our own words.');
  });

  test('look like their twins of the content service', async () => {
    const { get } = await siteWithFolder({
      'posts/2026-01-05-other.md': postFile('', 'The other post.').replace('A post', 'Other'),
      'posts/2026-01-06-twin.md': `---
title: "A twin: one of two"
publishedDate: 2026-01-06T09:00:00Z
slug: twin
excerpt: A short text.
author: Ann Example
tags: [Advice, Winter]
---
# First

Some *italic*, **bold** and \`code\`, [a link](https://example.org/) and [a post](2026-01-05-other.md).

- one
- two

> A quote

| a | b |
| - | - |
| 1 | 2 |
`,
    });
    const marked = (value: string, type: string) => ({ ...text(value), marks: [{ type }] });
    const cell = (type: string, value: string) => node(type, [p(value)]);
    const content = doc(
      node('heading-1', [text('First')]),
      node('paragraph', [
        text('Some '),
        marked('italic', 'italic'),
        text(', '),
        marked('bold', 'bold'),
        text(' and '),
        marked('code', 'code'),
        text(', '),
        node('hyperlink', [text('a link')], { uri: 'https://example.org/' }),
        text(' and '),
        node('entry-hyperlink', [text('a post')], { target: entryLink('other') }),
        text('.'),
      ]),
      node('unordered-list', [node('list-item', [p('one')]), node('list-item', [p('two')])]),
      node('blockquote', [p('A quote')]),
      node('table', [
        node('table-row', [cell('table-header-cell', 'a'), cell('table-header-cell', 'b')]),
        node('table-row', [cell('table-cell', '1'), cell('table-cell', '2')]),
      ]),
    ) as RichTextNode;
    const service = await startFullStandIn(
      blogPost('other', { title: 'Other', slug: 'other', publishedDate: '2026-01-05' }),
      blogPost('twin', {
        title: 'A twin: one of two',
        slug: 'twin',
        publishedDate: '2026-01-06T09:00:00Z',
        excerpt: 'A short text.',
        author: 'Ann Example',
        tags: ['Advice', 'Winter'],
        content,
      }),
    );
    service.entries = service.entries.filter(({ sys }) => ['other', 'twin'].includes(sys.id));
    const twin = await startSite(service.environment);
    await twin.content.followChange();
    const html = async (from: Promise<{ text: string }>) =>
      mainOf((await from).text).replace(/<script[\s\S]*?<\/script>/g, '');
    expect(await html(get('/blogs/twin'))).toBe(
      await html(request(twin.url).get('/blogs/twin') as never),
    );
  });
});
