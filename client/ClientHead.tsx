import { useEffect, useRef, useState } from 'react';
import type { HeadSource } from '../shared/head/head.ts';
import { loadChunk } from '../shared/site/lazy-page.tsx';
import { useSite } from '../shared/site/site-context.ts';
import { useIsServerMarkup } from '../shared/site/use-is-server-markup.ts';

/** @throws like `loadChunk` */
export const loadHeadCode = () => loadChunk('head', () => import('./write-head.ts'));

/**
 * The head in the browser. The server wrote the first one; after a navigation inside the site the
 * tags are changed, for the tab, bookmarks and sharing. Structured data is for machines, which do
 * not navigate: it leaves with the page that it describes.
 */
export function ClientHead({ source }: { source: HeadSource }) {
  const site = useSite();
  const isServerMarkup = useIsServerMarkup();
  const [hasData] = useState(() => isServerMarkup && document.querySelector(DATA) !== null);
  const isWritten = useRef(isServerMarkup);
  useEffect(() => {
    if (isWritten.current) {
      isWritten.current = false; // what comes later, such as a post, is news
      return;
    }
    let isCurrent = true;
    loadHeadCode().then(
      ({ writeHead }) => isCurrent && writeHead(source, site),
      () => {}, // a link to another page has waited for it
    );
    return () => {
      isCurrent = false;
    };
  }, [source, site]);
  return hasData ? (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  ) : null;
}

const DATA = 'script[type="application/ld+json"]';
