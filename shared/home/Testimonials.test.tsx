import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TEST_SITE } from '../../test/support/test-site.ts';
import { SiteContext } from '../site/site-context.ts';
import { Testimonials } from './Testimonials.tsx';

test('without scripts the testimonials can be scrolled by keyboard, which not every browser allows by itself', () => {
  const html = renderToString(
    <SiteContext value={TEST_SITE}>
      <Testimonials />
    </SiteContext>,
  );
  expect(html).toContain('class="carousel__view" tabindex="0"');
});
