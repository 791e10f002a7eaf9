import { expect, test } from 'vitest';
import { STATIC_PATHS } from '../shared/addresses.ts';
import { CALLBACK_MESSAGES } from '../shared/site/constants.ts';
import { startFirefox } from '../test/support/firefox.ts';
import { startSite } from '../test/support/site.ts';

const HYDRATED = `Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber'))`;

test('every page opens and hydrates in Firefox without a console message', {
  timeout: 120_000,
}, async () => {
  const [{ url }, firefox] = await Promise.all([startSite(), startFirefox()]);
  for (const path of [...STATIC_PATHS, '/blogs/credit-hire-in-plain-english']) {
    await firefox.open(url + path);
    await firefox.until(HYDRATED);
    await firefox.until(`document.querySelectorAll('h1').length === 1`);
    await firefox.until(`document.fonts.check('16px "Public Sans"')`);
  }
  expect(firefox.messages).toEqual([]);
});

test('menu, dropdown, questions, note pad and form work in Firefox', {
  timeout: 120_000,
}, async () => {
  const [{ url }, firefox] = await Promise.all([startSite(), startFirefox()]);
  const click = (selector: string) =>
    firefox.until(`(document.querySelector(${JSON.stringify(selector)}).click(), true)`);
  const fill = (selector: string, value: string) =>
    firefox.until(`(() => {
      const field = document.querySelector(${JSON.stringify(selector)});
      field.value = ${JSON.stringify(value)};
      return field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    })()`);

  await firefox.open(url);
  await firefox.until(HYDRATED);
  await click('[popovertarget="site-nav"]');
  await firefox.until(`document.querySelector('#site-nav').matches(':popover-open')`);
  await click('.nav__toggle');
  await firefox.until(
    `document.querySelector('.nav__toggle').getAttribute('aria-expanded') === 'true'`,
  );
  await click('#faq details:nth-of-type(3) summary');
  await firefox.until(`document.querySelectorAll('#faq details[open]').length === 1`);
  await click('#site-nav a[href="/accident"]');
  await firefox.until(
    `location.pathname === '/accident' && document.querySelector('#note-registration')`,
  );
  await fill('#note-registration', 'AB12 CDE');
  await firefox.until(`document.querySelector('.print-sheet').textContent.includes('AB12 CDE')`);

  await firefox.open(`${url}/contact`);
  await firefox.until(HYDRATED);
  await fill('[name="name"]', 'Ada');
  await fill('[name="mobile"]', '07700 900456');
  await fill('[name="email"]', 'ada@example.org');
  await click('form [type="submit"]');
  await firefox.until(
    `document.querySelector('[role="status"]')?.textContent === ${JSON.stringify(CALLBACK_MESSAGES.sent)}`,
  );
  expect(firefox.messages).toEqual([]);
});
