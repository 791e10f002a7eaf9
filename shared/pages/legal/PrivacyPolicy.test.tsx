import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { wordsOf } from '../../../test/support/pages.ts';
import { TEST_SITE } from '../../../test/support/test-site.ts';
import { VISIBLE_FIELDS } from '../../callback/fields.ts';
import { type Site, SiteContext } from '../../site/site-context.ts';
import { Page } from './PrivacyPolicy.tsx';

/** Returns the words of the page, for a site with these settings. */
const wordsWith = (settings: Partial<Site>): string =>
  wordsOf(
    renderToStaticMarkup(
      <SiteContext value={{ ...TEST_SITE, ...settings }}>
        <MemoryRouter>
          <Page />
        </MemoryRouter>
      </SiteContext>,
    ),
  );

test.each([
  [365, 'deletes them 365 days after'],
  [1, 'deletes them 1 day after'],
  [0, 'keeps them until we delete them'],
  [undefined, 'until they have been dealt with'],
])('with a retention of %s days it says when callback requests are erased: %s', (days, words) => {
  expect(wordsWith({ retentionDays: days })).toContain(words);
});

test('names what the callback form asks for', () => {
  const words = wordsWith({});
  for (const { called } of VISIBLE_FIELDS) expect(words).toContain(called);
});

test('says nothing of a blog when there is none', () => {
  expect(wordsWith({})).toContain('Pictures in our blog');
  expect(wordsWith({ noBlog: true })).not.toMatch(/blog/i);
});

test('what is switched off is not said to be done', () => {
  const on = wordsWith({ vitalsSampleRate: 1, serviceWorker: true });
  expect(on).toContain('Do not measure my visits');
  expect(on).toContain('which of our phone numbers were tapped');
  expect(on).toContain('An offline copy');
  const off = wordsWith({ vitalsSampleRate: 0, serviceWorker: false });
  expect(off).toContain('We do not measure your visits.');
  expect(off).not.toMatch(/Do not measure my visits|numbers were tapped|how often it is ticked/);
  expect(off).not.toContain('An offline copy');
});
