import { expect, test } from 'vitest';
import { STATIC_PATHS } from '../../shared/routes.ts';
import type { Claims } from '../../shared/site/claims.ts';
import { found, MADE, pagesOf } from '../support/claims.ts';
import { sharedSite, startSite } from '../support/site.ts';
import { siteFile } from '../support/site-file.ts';

const CLAIMING = STATIC_PATHS.filter((path) => path !== '/blogs');

/** Claims that pages make in the same words. */
const TOGETHER: readonly (readonly (keyof Claims)[])[] = [
  ['replacementHours', 'replacementSooner'],
  ['recovery', 'helpline24h'],
  ['recovery', 'engineerReport'],
  ['recovery', 'independentEngineer'],
  ['engineerReport', 'independentEngineer'],
];

test('claims that are not made take out no others', async () => {
  const all = await pagesOf(await sharedSite(), CLAIMING);
  for (const absent of Object.keys(MADE) as (keyof Claims)[]) {
    const site = await startSite({ SITE_FILE: siteFile({ claims: { [absent]: false } }) });
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
  }
});
