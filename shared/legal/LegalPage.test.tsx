import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { PLACEHOLDER_COMPANY } from '../site/placeholder-company.ts';
import { type Site, SiteContext } from '../site/site-context.ts';
import { LegalPage } from './LegalPage.tsx';

function html(text: string, legalName = 'Sample Ltd'): string {
  const site = { company: { ...PLACEHOLDER_COMPANY, legalName } } as Site;
  return renderToStaticMarkup(
    <SiteContext value={site}>
      <MemoryRouter>
        <LegalPage
          page="terms"
          title="Terms"
          lead="Read this."
          text={text}
          parts={{ on: <hr /> }}
        />
      </MemoryRouter>
    </SiteContext>,
  );
}

test('points and definitions make lists, also across a line that was left out', () => {
  const markup = html(
    '# a A\n> Plain.\nFirst.\n- one\n- **two** [x](/terms)\nB:: c\n\nD:: e\n{on}\n',
  );
  expect(markup).toContain(
    '<h2 id="a">1. A</h2><p class="legal-page__plain">Plain.</p><p>First.</p>' +
      '<ul><li>one</li><li><strong>two</strong> <a href="/terms">x</a></li></ul>' +
      '<dl><dt>B</dt><dd>c</dd><dt>D</dt><dd>e</dd></dl><hr/>',
  );
});

test("markup in a company's name is text", () => {
  const name = '**A** [b](c) {email}';
  expect(html('# a A\n> Plain.\n{legalName}, us\n', name)).toContain(`<p>${name}, us</p>`);
});
