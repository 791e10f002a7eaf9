import { Helmet, HelmetProvider } from 'react-helmet-async';
import { type HeadSource, headFrom, headTags } from '../../shared/head/head.ts';
import { jsonForScript } from '../../shared/head/json-script.ts';
import type { HeadComponent } from '../../shared/head/route-head.tsx';
import { ICON_PATH } from '../../shared/routes.ts';
import { useSite } from '../../shared/site/site-context.ts';
import type { Assets } from '../http/assets.ts';
import { structuredData } from './structured-data.ts';

/** The assets, of the build or of the owner's brand, that a head names. */
type BrandAssets = Pick<Assets, 'colours' | 'icon'>;

/**
 * The one head component of a page. On React 19 react-helmet-async hands its tags to React, which
 * hoists them into `<head>` and does not merge nested ones. Only the server needs it: the browser
 * finds the tags in the page, and client/ClientHead.tsx changes them after a navigation.
 */
function Seo({ source, colours, icon }: { source: HeadSource } & BrandAssets) {
  const site = useSite();
  const head = headFrom(source, site);
  return (
    <HelmetProvider>
      {icon === null ? (
        <>
          <link rel="icon" href={ICON_PATH} type="image/svg+xml" />
          <link rel="icon" href="/favicon.ico" sizes="32x32" />
          <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        </>
      ) : (
        <link rel="icon" href={icon.path} type={icon.contentType.replace(/;.*/, '')} />
      )}
      <link rel="manifest" href="/manifest.webmanifest" />
      {site.noBlog ? null : (
        <link
          rel="alternate"
          type="application/atom+xml"
          href="/feed.xml"
          title={`${site.company.name} blog`}
        />
      )}
      <Helmet {...headTags(head, site)} />
      <meta name="theme-color" content={colours.page} media="(prefers-color-scheme:light)" />
      <meta name="theme-color" content={colours.pageAtNight} media="(prefers-color-scheme:dark)" />
      {head.found ? (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: jsonForScript(structuredData(head, site)) }}
        />
      ) : null}
    </HelmetProvider>
  );
}

/** Writes the head of every page, with the colours and the icon of the build or of the brand. */
export function createHeadWriter({ colours, icon }: BrandAssets): HeadComponent {
  return ({ source }) => <Seo source={source} colours={colours} icon={icon} />;
}
