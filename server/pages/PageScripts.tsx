import { jsonForScript } from '../../shared/head/json-script.ts';
import { SITE_SCRIPT_ID, type Site } from '../../shared/site/site-context.ts';

interface PageScriptsProps {
  site: Site;
  /** The page's own script; null for a page that is not hydrated. */
  entry: { src: string; integrity?: string } | null;
  nonce?: string;
}

/** React moves no script with a listener (https://react.dev/reference/react-dom/components/script). */
const inPlace = () => {};

/**
 * The end of a page. React would have the script fetched from the head, where it takes its share of
 * a weak connection while the page is still on its way.
 */
export function PageScripts({ site, entry, nonce }: PageScriptsProps) {
  return (
    <>
      <script
        type="application/json"
        id={SITE_SCRIPT_ID}
        dangerouslySetInnerHTML={{ __html: jsonForScript(site) }}
      />
      {entry ? (
        <script
          type="module"
          {...entry}
          nonce={nonce}
          async
          fetchPriority="low"
          onError={inPlace}
        />
      ) : null}
    </>
  );
}
