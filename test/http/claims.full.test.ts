import { expect, test } from 'vitest';
import { publishedClaims } from '../../server/config/claims/claims.ts';
import { STATIC_PATHS } from '../../shared/routes.ts';
import type { Claims } from '../../shared/site/claims.ts';
import { found, MADE, pagesOf } from '../support/claims.ts';
import { PUBLIC, sharedSite, startSite } from '../support/site.ts';
import { siteFile } from '../support/site-file.ts';
import { TEST_SITE } from '../support/test-site.ts';

const CLAIMING = STATIC_PATHS.filter((path) => path !== '/blogs');

/** Claims that pages make in the same words. */
const TOGETHER: readonly (readonly (keyof Claims)[])[] = [
  ['replacementHours', 'replacementSooner'],
  ['replacementHours', 'delivered'],
  ['recovery', 'recovery24h'],
  ['recovery', 'handlesClaim'],
  ['noUpfrontCost', 'costsRecovered'],
  ['storage', 'engineerReport'],
  ['storage', 'independentEngineer'],
  ['engineerReport', 'independentEngineer'],
];

/** Compares what the list for the owner says of the pages with these pages. */
function expectListed(outputs: Map<string, string>, claims: Partial<Claims>) {
  for (const { words, pages } of publishedClaims({ ...TEST_SITE, claims })) {
    const said = [...outputs].filter(([, page]) =>
      page.toLowerCase().includes(words.toLowerCase()),
    );
    const paths = said.map(([path]) => path);
    const [named = ''] = pages.split(', and in other words');
    const expected = named.startsWith('every page') ? CLAIMING : named.split(', ');
    expect(paths, `${words} with ${JSON.stringify(claims)}`).toEqual(expected);
  }
}

test('claims that are not made take out no others', async () => {
  const all = await pagesOf(await sharedSite(PUBLIC), CLAIMING);
  for (const absent of Object.keys(MADE) as (keyof Claims)[]) {
    const site = await startSite({
      ...PUBLIC,
      SITE_FILE: siteFile({ claims: { [absent]: false } }),
    });
    const outputs = await pagesOf(site, CLAIMING);
    for (const [name, rule] of Object.entries(MADE)) {
      const claim = name as keyof Claims;
      if (
        claim !== absent &&
        TOGETHER.some((pair) => pair.includes(claim) && pair.includes(absent))
      )
        continue;
      const expected = claim === absent ? 0 : found(all, rule).length;
      expect(found(outputs, rule).length, `${claim} without ${absent}`).toBe(expected);
    }
    expectListed(outputs, { [absent]: false });
  }
});

test.each([0, 1])(
  'with every other claim, from the one at %i, the list is right',
  async (first) => {
    const keys = Object.keys(MADE) as (keyof Claims)[];
    const absent = keys.filter((_, place) => place % 2 === first);
    const claims = Object.fromEntries(absent.map((claim) => [claim, null]));
    const site = await startSite({ ...PUBLIC, SITE_FILE: siteFile({ claims }) });
    const outputs = await pagesOf(site, CLAIMING);
    for (const claim of absent) expect(found(outputs, MADE[claim]), claim).toEqual([]);
    expectListed(outputs, claims);
  },
);
