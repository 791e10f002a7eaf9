import { type HeadSource, headFrom, headTags } from '../shared/head/head.ts';
import type { Site } from '../shared/site/site-context.ts';

const CHANGING =
  'meta[name="description"],meta[name="keywords"],meta[name="robots"],meta[name^="twitter:"],meta[property],link[rel="canonical"],link[rel="prev"],link[rel="next"]';

/** Changes the head to that of another page. A form with errors has put a word before the title. */
export function writeHead(source: HeadSource, site: Site): void {
  const head = headFrom(source, site);
  const canonical = document.head.querySelector('link[rel="canonical"]');
  const isShown = canonical?.getAttribute('href') === head.canonical;
  if (isShown && document.title.endsWith(head.title)) return;
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
