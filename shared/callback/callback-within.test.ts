import { expect, test } from 'vitest';
import { sharedSite } from '../../test/support/site.ts';

const FORM = { name: 'Ada', mobile: '07700 900456', email: 'ada@example.org', message: '' };

/** The contact page, and what it says once the form is sent; texts without their tags. */
async function said(environment: Record<string, string>): Promise<string[]> {
  const { url } = await sharedSite(environment);
  const answers = [
    await fetch(`${url}/contact`),
    await fetch(`${url}/contact.php`, {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: new URLSearchParams(FORM),
    }),
  ];
  return Promise.all(
    answers.map(async (answer) => (await answer.text()).replaceAll(/<[^>]*>/g, '')),
  );
}

test('how soon the company rings is said before the form is sent and after, where its site file says so', async () => {
  const [page, sent] = await said({ SITE_FILE: 'docs/site.example.json' });
  expect(page).toContain(
    'We ring you back within 15 minutes while we are open (Monday to Friday, 9am\u00a0to\u00a05:30pm, and Saturday, 10am\u00a0to\u00a02pm)',
  );
  expect(sent).toMatch(
    /We will ring 07700 900456 (within 15 minutes|from (9|10)am (today|tomorrow|on Monday))(?! while)/,
  );
  for (const text of await said({})) expect(text).not.toMatch(/ring[\w ]+ within/);
});
