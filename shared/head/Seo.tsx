import { Helmet } from 'react-helmet-async';
import { useSite } from '../site/site-context.ts';
import type { Head } from './head.ts';
import { jsonForScript } from './json-script.ts';

/**
 * The one head component of a page. On React 19 react-helmet-async hands its tags to React, which
 * hoists them into `<head>` and does not merge nested ones: exactly one `<Seo>` a page, outside
 * every boundary that may still be pending.
 */
export function Seo({ head }: { head: Head }) {
  const { company } = useSite();
  return (
    <>
      <Helmet>
        <title>{head.title}</title>
        <meta name="description" content={head.description} />
        <meta name="keywords" content={head.keywords} />
        <meta name="robots" content={head.robots} />
        <link rel="canonical" href={head.canonical} />
        {head.previous ? <link rel="prev" href={head.previous} /> : null}
        {head.next ? <link rel="next" href={head.next} /> : null}
        <meta property="og:title" content={head.title} />
        <meta property="og:description" content={head.description} />
        <meta property="og:url" content={head.canonical} />
        <meta property="og:type" content={head.type} />
        <meta property="og:site_name" content={company.name} />
        <meta property="og:locale" content="en_GB" />
        <meta property="og:image" content={head.image.url} />
        {head.image.width ? (
          <meta property="og:image:width" content={String(head.image.width)} />
        ) : null}
        {head.image.height ? (
          <meta property="og:image:height" content={String(head.image.height)} />
        ) : null}
        {head.image.alt ? <meta property="og:image:alt" content={head.image.alt} /> : null}
        <meta name="twitter:card" content="summary_large_image" />
        <meta name="twitter:title" content={head.title} />
        <meta name="twitter:description" content={head.description} />
        <meta name="twitter:image" content={head.image.url} />
      </Helmet>
      {head.structuredData.map((data, index) => (
        <script
          key={index}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: jsonForScript(data) }}
        />
      ))}
    </>
  );
}
