import { blogPost, type EntryItem, entryLink, type RichTextNode } from './entries.ts';
import { doc, h, link, p, postCard, quote, table, ul } from './rich-text.ts';

/**
 * Text that tries to leave every context it may be put into: script and style elements, comments,
 * attributes, CDATA, lines, formulas. `pwned` marks what must never become an element, an
 * attribute, a header or a call. Within the 200 characters of a company fact.
 */
export const HOSTILE =
  '=cmd|x </script></style></title></textarea><pwned-tag onpwned=1><img src=x onerror=pwned()>" onpwned="1\' onpwned=\'1 ]]> <!--<script>pwned()\u2028\u2029\r\nSet-Cookie: pwned=1 {{pwned}} &lt;b&gt; %0d';

/** The same in one line, as a company fact has to be. */
export const HOSTILE_FACT = HOSTILE.replace(/\s+/g, ' ');

/**
 * The company under names that nobody would register, and at addresses that are as bad. Numbers
 * and e-mail addresses are checked at start.
 */
export const HOSTILE_COMPANY: Record<string, string> = Object.fromEntries(
  ['NAME', 'LEGAL_NAME', 'HEAD_OFFICE', 'REGISTERED_OFFICE'].map((fact) => [
    `COMPANY_${fact}`,
    HOSTILE_FACT,
  ]),
);

const embed = (html: string): RichTextNode => ({
  nodeType: html,
  data: { uri: HOSTILE, target: HOSTILE },
  content: [],
});

/** Returns an entry of a type that the site does not show. */
export const hostileEmbeds = () => [
  {
    sys: { type: 'Entry', id: 'title', contentType: { sys: { id: HOSTILE } } },
    fields: { title: HOSTILE },
  },
];

/**
 * Returns entries of a content service that an attacker writes: one with every field and kind of
 * node, and one whose slug is markup.
 */
export function hostileEntries(): EntryItem[] {
  const everything = blogPost('hostile', {
    title: HOSTILE,
    slug: 'hostile',
    excerpt: HOSTILE,
    publishedDate: '2025-05-05T00:00:00.000Z',
    author: HOSTILE,
    content: doc(
      h(2, HOSTILE),
      p(
        HOSTILE,
        link('javascript:pwned()', 'one'),
        link(' java\nscript:pwned()', 'two'),
        link('data:text/html,<script>pwned()</script>', 'three'),
      ),
      p(link(`https://evil.example/${HOSTILE}`, HOSTILE), link('vbscript:pwned()', 'four')),
      ul(HOSTILE),
      quote(HOSTILE),
      table([HOSTILE], [HOSTILE]),
      postCard('hostile'),
      ...hostileEmbeds().map(({ sys }) => postCard(sys.id)),
      embed('<script>pwned()</script>'),
      embed('embedded-asset-block'),
    ),
  });
  Object.assign(everything.fields, {
    seoTitle: HOSTILE,
    seoDescription: HOSTILE,
    canonicalUrl: 'javascript:pwned()',
    tags: [HOSTILE],
    relatedPosts: [entryLink('bad-date')],
  });
  const badDate = blogPost('bad-date', {
    title: HOSTILE,
    slug: 'bad-date',
    excerpt: doc(p(HOSTILE)),
    publishedDate: HOSTILE,
  });
  const badSlug = blogPost('bad-slug', {
    title: 'x',
    slug: '"><pwned-slug>',
    publishedDate: '2025-05-04T00:00:00.000Z',
  });
  return [everything, badDate, badSlug];
}
