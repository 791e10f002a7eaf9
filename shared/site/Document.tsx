import type { ReactNode } from 'react';
import { BlogContext, type BlogReader } from '../blog/reader.ts';
import { type FormAnswer, FormAnswerContext } from '../callback/callback.ts';
import { type HeadWriter, HeadWriterContext } from '../head/head-writer.ts';
import { jsonForScript } from '../head/json-script.ts';
import { SITE_SCRIPT_ID, type Site, SiteContext } from './site-context.ts';

/**
 * Without scripts nothing puts what was streamed late in its place: the finished page is asked for
 * then. Seconds after the page has ended.
 */
const READ_AGAIN_S = '2';

interface DocumentProps {
  site: Site;
  headWriter: HeadWriter;
  blog: BlogReader;
  formAnswer?: FormAnswer | null;
  /**
   * The whole stylesheet on the server; empty in the browser, where the page has it already and
   * React leaves it alone.
   */
  stylesheet: string;
  /** Of a page that is streamed around a slow content service; ready pages need none. */
  nonce?: string;
  children: ReactNode;
}

/**
 * The whole document. The server renders it and the browser hydrates it, so that head tags and ids
 * agree.
 */
export function Document({
  site,
  headWriter,
  blog,
  formAnswer = null,
  stylesheet,
  nonce,
  children,
}: DocumentProps) {
  return (
    <SiteContext value={site}>
      <BlogContext value={blog}>
        <FormAnswerContext value={formAnswer}>
          <HeadWriterContext value={headWriter}>
            <html lang="en-GB">
              <head>
                <meta charSet="utf-8" />
                <meta
                  name="viewport"
                  content="width=device-width,initial-scale=1,viewport-fit=cover"
                />
                <meta name="format-detection" content="telephone=no" />
                {nonce === undefined ? null : (
                  <noscript>
                    <meta httpEquiv="refresh" content={READ_AGAIN_S} />
                  </noscript>
                )}
                <style href="site" precedence="default" nonce={nonce}>
                  {stylesheet}
                </style>
              </head>
              <body>
                {children}
                <script
                  type="application/json"
                  id={SITE_SCRIPT_ID}
                  suppressHydrationWarning
                  dangerouslySetInnerHTML={{ __html: jsonForScript(site) }}
                />
              </body>
            </html>
          </HeadWriterContext>
        </FormAnswerContext>
      </BlogContext>
    </SiteContext>
  );
}
