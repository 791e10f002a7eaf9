import { expect, test } from 'vitest';
import type { FormAnswer } from '../../shared/callback/callback.ts';
import { CALLBACK_FIELDS, mapFields } from '../../shared/callback/fields.ts';
import { preloadPages } from '../../shared/pages.ts';
import { TEST_SITE } from '../../test/support/test-site.ts';
import { readAssets } from '../http/assets.ts';
import { createHeadWriter } from '../seo/Seo.tsx';
import { BLANKS, createPageTemplate, USUAL_ANSWERS } from './form-answers.ts';
import { readerOf } from './load.ts';
import { createRenderer, wholePage } from './render.tsx';

const TOO_LONG = mapFields(
  ({ called, limit }) => `Your ${called} must be ${limit} characters or fewer`,
);
const TYPED = [
  mapFields(() => ''),
  mapFields(({ name }) => (name === 'mobile' ? '07700 900123' : '')),
  mapFields(() => `"><script>alert('&amp;')</script> value="$1 $& {blank}`),
  mapFields(({ name }) => `\uE000${name}\uE000 Zoë 👩‍👩‍👧 日本 \uFEFF ${'é'.repeat(2000)}`),
];

test('a template filled with what was typed is what React renders of it, and the title says that there are errors', async () => {
  await preloadPages();
  const assets = readAssets('dist');
  const renderer = createRenderer(assets, createHeadWriter(assets));
  const render = (formAnswer: FormAnswer) =>
    wholePage(
      renderer({
        path: '/contact',
        page: 'contact',
        blog: readerOf({}),
        site: TEST_SITE,
        scripted: false,
        formAnswer,
      }),
    );
  expect(USUAL_ANSWERS).toHaveLength(
    1 + 2 ** CALLBACK_FIELDS.filter(({ required }) => required).length,
  );
  for (const answer of [...USUAL_ANSWERS, { outcome: 'rejected', errors: TOO_LONG } as const]) {
    const template = createPageTemplate((await render({ ...answer, values: BLANKS })).toString());
    for (const values of TYPED) {
      const page = (await render({ ...answer, values })).toString();
      expect(template(values) === page).toBe(true);
      const refused = Object.keys(answer.errors).length > 0;
      expect(/<title[^>]*>Error: /.test(page)).toBe(refused);
    }
  }
});
