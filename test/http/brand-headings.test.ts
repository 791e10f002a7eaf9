import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { ROUTES } from '../../shared/addresses.ts';
import { sharedSite, startSite } from '../support/site.ts';

function siteFile(headings: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'headings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'site.json'), JSON.stringify({ headings }));
  return join(folder, 'site.json');
}

const PAGES = ROUTES.filter(({ path }) => !path.includes(':'));
const heads = (html: string) => ({
  h1: [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, text]) => text),
  lead: /<p class="lead">(.*?)<\/p>/s.exec(html)?.[1],
});

test('every page has the heading and the first sentence that the owner gave it, as text', async () => {
  const headings = Object.fromEntries(
    PAGES.map(({ id }) => [id, { h1: `<b>${id}</b> & so on`, lead: `What <i>${id}</i> is.` }]),
  );
  const { url } = await startSite({ SITE_FILE: siteFile(headings) });
  for (const { id, path } of PAGES) {
    const { h1, lead } = heads(await (await fetch(url + path)).text());
    expect(h1, path).toEqual([`&lt;b&gt;${id}&lt;/b&gt; &amp; so on`]);
    expect(lead, path).toMatch(new RegExp(`^What &lt;i&gt;.*${id}.*&lt;/i&gt; is\\.$`));
  }
});

test('the other half, and the other pages, keep their words', async () => {
  const plain = await sharedSite();
  const own = await startSite({ SITE_FILE: siteFile({ about: { h1: 'Who we are' } }) });
  const of = async ({ url }: { url: string }, path: string) =>
    heads(await (await fetch(url + path)).text());
  for (const { path } of PAGES)
    expect(await of(own, path), path).toEqual(
      path === '/about'
        ? { ...(await of(plain, path)), h1: ['Who we are'] }
        : await of(plain, path),
    );
});

test.each([
  [{ canary: { h1: 'A' } }, 'headings.canary: is not known'],
  [{ 'blog-post': { h1: 'A' } }, 'headings.blog-post: is not known'],
  [{ home: { h2: 'A' } }, 'headings.home.h2: is not known'],
  [{ home: { h1: 'A'.repeat(81) } }, 'headings.home.h1: takes at most 80 characters'],
  [{ 'credit-hire': { lead: ' ' } }, 'headings.credit-hire.lead: takes a text'],
])('%j stops the start', (headings, fault) => {
  expect(() => readConfig({ SITE_FILE: siteFile(headings) })).toThrow(`SITE_FILE: ${fault}`);
});
