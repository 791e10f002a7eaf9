import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { makePosts, startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import {
  type AssetItem,
  assetLink,
  blogPost,
  type EntryItem,
  sampleAssets,
  sampleEntries,
} from '../../test/fakes/entries.ts';
import { asset, doc, p, postCard } from '../../test/fakes/rich-text.ts';
import { ConfigError } from '../config/config-error.ts';
import { checkContent } from './check-content.ts';

const GOOD = { title: 'Good', slug: 'good', publishedDate: '2025-01-01', content: doc(p('x')) };

/** Starts a stand-in of the content service that holds these entries. */
async function serviceWith(
  entries: EntryItem[],
  includes: { Asset?: object[]; Entry?: object[] } = {},
) {
  const service = await startContentfulStandIn();
  service.entries = [...entries, ...((includes.Entry ?? []) as EntryItem[])];
  service.assets = (includes.Asset ?? []) as AssetItem[];
  return service;
}

/** Checks a space and returns the report and the exit code. */
async function check(
  entries: EntryItem[],
  {
    includes,
    status = 200,
  }: { includes?: { Asset?: object[]; Entry?: object[] }; status?: number } = {},
) {
  const service = await serviceWith(entries, includes);
  if (status !== 200) service.override = () => ({ status });
  return checkContent(service.environment);
}

/** Runs `npm run content:check`. */
async function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ['dist/server/content-check.js'], { env });
  const [out, error, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  return { out, error, code };
}

test('a space with no faults is reported as having none', async () => {
  const { environment } = await serviceWith([blogPost('1', GOOD)]);
  expect(await run(environment)).toEqual({
    out: '1 post in the space standin (master).\nThe website can show them all, and nothing is missing.\n',
    error: '',
    code: 0,
  });
});

test('names the only issue of the sample posts, which is a picture', async () => {
  const { report, exitCode } = await check(sampleEntries, { includes: { Asset: sampleAssets } });
  expect(report).toContain('12 posts in the space standin (master).');
  expect(report).not.toContain('cannot show');
  expect(exitCode).toBe(0);
});

test('lists posts that cannot be shown by title and reason, and exits 1', async () => {
  const { report, exitCode } = await check([
    blogPost('bad-slug', { ...GOOD, slug: 'my post' }),
    blogPost('no-title', { ...GOOD, title: '' }),
    blogPost('older', { ...GOOD, title: 'Older', publishedDate: '2024-01-01' }),
    blogPost('newer', { ...GOOD, title: 'Newer' }),
    blogPost('to-come', { ...GOOD, title: 'To come', publishedDate: '2999-01-01' }),
  ]);
  expect(exitCode).toBe(1);
  expect(report).toContain('Entries the website cannot show:');
  expect(report).toMatch(
    /"Good" \(bad-slug\)\n {4}- Its slug "my post" cannot be used in a web address/,
  );
  expect(report).toMatch(/no-title\n {4}- It has no title\./);
  expect(report).toMatch(/"Older" \(older\)\n {4}- Its slug "good" is already used by "Newer"/);
  expect(report).toMatch(/"To come" \(to-come\)\n {4}- Its slug "good" is already used by "Newer"/);
});

test('a date to come is named, and is not a failure', async () => {
  const { report, exitCode } = await check([
    blogPost('1', { ...GOOD, publishedDate: '2999-01-01' }),
  ]);
  expect(report).toContain('It is dated 2999-01-01 and will stay hidden until then.');
  expect(exitCode).toBe(0);
});

test('links and embeds that readers do not see are listed', async () => {
  const link = (uri: string) => ({
    nodeType: 'paragraph',
    data: {},
    content: [
      {
        nodeType: 'hyperlink',
        data: { uri },
        content: [{ nodeType: 'text', value: 'here', marks: [], data: {} }],
      },
    ],
  });
  const picture = (id: string, fields: object) => ({
    sys: { type: 'Asset', id },
    fields: {
      file: {
        url: `//images.ctfassets.net/${id}.jpg`,
        contentType: 'image/jpeg',
        fileName: 'a.jpg',
      },
      ...fields,
    },
  });
  const content = doc(
    p('x'),
    postCard('unpublished'),
    asset('described'),
    asset('titled'),
    asset('named'),
    link('javascript:alert(1)'),
    link('example.co.uk/page'),
    link('www.example.com'),
    link('see our guide'),
    ...['https://example.com', '/contact', '#top', 'mailto:a@b.example'].map(link),
  );
  const { report, exitCode } = await check([blogPost('1', { ...GOOD, content })], {
    includes: {
      Asset: [
        picture('described', { title: 'Cuppa Thumbnail', description: 'A cup of tea' }),
        picture('titled', { title: 'Cuppa Thumbnail' }),
        picture('named', { title: 'IMG_1' }),
      ],
    },
  });
  expect(exitCode).toBe(0);
  for (const line of [
    'It embeds or links to unpublished, which is not published',
    'A link to "javascript:alert(1)" does not work, so readers see plain text.',
    'A link to "example.co.uk/page" does not work, so readers see plain text. Start it with https://',
    'A link to "see our guide" does not work, so readers see plain text.',
    'titled\n    - Screen readers say its title, "Cuppa Thumbnail". Write a description that says what it shows.',
    'named\n    - Screen readers say nothing for this picture. Write a description',
  ])
    expect(report).toContain(line);
  expect(report.match(/A link to/g)).toHaveLength(3);
  expect(report).not.toContain('described');
});

test('a featured image that is not published is reported, and is not a failure', async () => {
  const entry = blogPost('1', { ...GOOD, featuredImage: assetLink('draft') });
  const { report, exitCode } = await check([entry]);
  expect(report).toMatch(/"Good" \(1\)\n {4}- Its picture is not published/);
  expect(exitCode).toBe(0);
});

test('posts that are too large for one response are fetched in smaller pages', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(30);
  const message = 'Response size too big. Maximum allowed response size: 7340032B.';
  service.override = ({ query }) =>
    Number(query.limit) > 5
      ? { status: 400, body: { sys: { type: 'Error', id: 'BadRequest' }, message } }
      : null;
  const { report } = await checkContent(service.environment);
  expect(report).toContain('30 posts in the space standin (master).');
});

test('a missing or unreadable space is reported in one sentence', async () => {
  expect(await run({})).toEqual({
    out: '',
    error: expect.stringMatching(
      /^The posts could not be checked: there is no post or page in .*, and no space is configured: write one, or set CONTENTFUL_SPACE_ID and CONTENTFUL_ACCESS_TOKEN\n$/,
    ),
    code: 1,
  });
  const failure = (status: number) => check([], { status }).catch((error: unknown) => error);
  const refused = (await failure(401)) as ConfigError;
  expect(refused).toBeInstanceOf(ConfigError);
  expect(refused.message).toBe('the access token is not valid for the space standin');
  expect(await failure(404)).toHaveProperty(
    'message',
    expect.stringContaining('Contentful found no space standin with an environment master'),
  );
  expect(await failure(500)).toHaveProperty('message', 'the content service answers 500');
});
