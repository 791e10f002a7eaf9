import { expect, test } from 'vitest';
import { ROUTES } from '../../shared/routes.ts';
import { textAt } from '../support/pages.ts';
import { sharedSite, startSite, type TestSite } from '../support/site.ts';
import { siteFile } from '../support/site-file.ts';

const PAGES = ROUTES.filter(({ path }) => !path.includes(':'));
const OWN = PAGES.filter(({ id }) => id !== 'about');

async function headOf(site: TestSite, path: string) {
  const html = await textAt(site, path);
  return {
    h1: [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, text]) => text),
    lead: /<p class="lead">(.*?)<\/p>/s.exec(html)?.[1],
  };
}

test('every page has the owner’s heading and first sentence as text, else its own', async () => {
  const headings = Object.fromEntries([
    ...OWN.map(({ id }) => [id, { h1: `<b>${id}</b> & so on`, lead: `What <i>${id}</i> is.` }]),
    ['about', { h1: 'Who we are' }],
  ]);
  const site = await startSite({ SITE_FILE: siteFile({ headings }) });
  for (const { id, path } of OWN) {
    const { h1, lead } = await headOf(site, path);
    expect(h1, path).toEqual([`&lt;b&gt;${id}&lt;/b&gt; &amp; so on`]);
    expect(lead, path).toMatch(new RegExp(`^What &lt;i&gt;.*${id}.*&lt;/i&gt; is\\.$`));
  }
  const { lead } = await headOf(await sharedSite(), '/about');
  expect(await headOf(site, '/about')).toEqual({ h1: ['Who we are'], lead });
});
