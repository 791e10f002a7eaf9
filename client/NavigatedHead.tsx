import { useEffect, useState } from 'react';
import { type Head, headTags } from '../shared/head/head.ts';
import { type Site, useSite } from '../shared/site/site-context.ts';

/**
 * The head in the browser. The server wrote the first one; after a navigation inside the site the
 * tags are changed, for the tab, bookmarks and sharing. Structured data is for machines, which do
 * not navigate: it leaves with the page that it describes.
 */
export function NavigatedHead({ head }: { head: Head }) {
  const site = useSite();
  const [written] = useState(
    () => shownAddress() === head.canonical && document.querySelector(DATA) !== null,
  );
  useEffect(() => show(head, site));
  return written ? (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  ) : null;
}

const DATA = 'script[type="application/ld+json"]';

function shownAddress(): string | null {
  const canonical = document.head.querySelector('link[rel="canonical"]');
  return canonical?.getAttribute('href') ?? null;
}

const CHANGING =
  'meta[name="description"],meta[name="keywords"],meta[name="robots"],meta[name^="twitter:"],meta[property],link[rel="canonical"],link[rel="prev"],link[rel="next"]';

function show(head: Head, site: Site): void {
  if (document.title === head.title && shownAddress() === head.canonical) return;
  const { title, meta, link } = headTags(head, site);
  document.title = title;
  for (const old of document.head.querySelectorAll(CHANGING)) old.remove();
  document.head.append(
    ...meta.map((attributes) => element('meta', attributes)),
    ...link.map((attributes) => element('link', attributes)),
  );
}

function element(name: string, attributes: Record<string, string>): Element {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
