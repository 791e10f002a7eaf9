import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Site } from '../site/site-context.ts';
import { SiteContext } from '../site/site-context.ts';
import { LegalPage } from './LegalPage.tsx';

test('every clause is in the list of contents, and stands under its number with its plain sentence first', () => {
  const clauses = [
    { id: 'a', heading: 'One', plain: 'Plain.', text: <p>First.</p> },
    { id: 'b', heading: 'Two', plain: 'Plainer.', text: <hr /> },
  ];
  const html = renderToStaticMarkup(
    <SiteContext value={{} as Site}>
      <LegalPage page="terms" title="Terms" lead="Read this." clauses={clauses} />
    </SiteContext>,
  );
  expect(html).toContain('<ol><li><a href="#a">One</a></li><li><a href="#b">Two</a></li></ol>');
  expect(html).toContain(
    '<h2 id="a">1. One</h2><p class="legal-page__plain">Plain.</p><p>First.</p></section>' +
      '<section class="prose"><h2 id="b">2. Two</h2><p class="legal-page__plain">Plainer.</p><hr/>',
  );
});
