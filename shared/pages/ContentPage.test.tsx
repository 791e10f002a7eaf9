import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { TEST_SITE } from '../../test/support/test-site.ts';
import { BlogContext, type ContentPageResult } from '../blog/blog-client.ts';
import { SiteContext } from '../site/site-context.ts';
import { Page } from './ContentPage.tsx';

function headingOf(result: ContentPageResult): string | undefined {
  const missing = () => ({ state: 'missing' as const });
  const blogClient = { list: missing, post: missing, contentPage: () => result };
  const html = renderToString(
    <SiteContext value={TEST_SITE}>
      <BlogContext value={blogClient}>
        <MemoryRouter initialEntries={['/winter-driving']}>
          <Page />
        </MemoryRouter>
      </BlogContext>
    </SiteContext>,
  );
  return /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1];
}

test.each([
  ['missing', 'This page was not found'],
  ['gone', 'This page has been taken down'],
  ['unavailable', 'We cannot show this page at the moment'],
] as const)('a page that is %s says so in its heading', (state, heading) =>
  expect(headingOf({ state })).toBe(heading),
);
