import { jsonForScript } from '../head/json-script.ts';
import { useIsServerMarkup } from '../site/use-is-server-markup.ts';
import { BLOG_CACHE_ID, type BlogCache } from './blog-client.ts';

/**
 * The serialized cache: what the browser needs to hydrate the page without a request. It is a data
 * block: no CSP stops it and nothing runs it. A page that a navigation shows has none: React would
 * make the element by markup, which Trusted Types refuse.
 */
export function BlogCacheScript({ value }: { value: BlogCache }) {
  if (!useIsServerMarkup()) return null;
  return (
    <script
      type="application/json"
      id={BLOG_CACHE_ID}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: jsonForScript(value) }}
    />
  );
}
