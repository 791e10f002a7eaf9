import { HtmlValidate } from 'html-validate';
import request from 'supertest';
import { expect, test } from 'vitest';
import { STATIC_PATHS } from '../../shared/addresses.ts';
import { sharedSite } from '../support/site.ts';

/** React has its own style of attributes; the rest of the standard preset holds. */
const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    'long-title': 'off',
    'no-inline-style': 'error',
  },
});

test('every page is valid HTML', async () => {
  const site = await sharedSite();
  const posts = site.blog.known().map(({ slug }) => `/blogs/${slug}`);
  const faults: string[] = [];
  for (const path of [...STATIC_PATHS, ...posts, '/no-such-page', '/blogs/no-such-post']) {
    const { text } = await request(site.server).get(path);
    const report = await validator.validateString(text);
    for (const { messages } of report.results)
      for (const { ruleId, message, column } of messages)
        faults.push(`${path} ${ruleId}: ${message} ${text.slice(column - 1, column + 60)}`);
  }
  expect([...new Set(faults)]).toEqual([]);
});
