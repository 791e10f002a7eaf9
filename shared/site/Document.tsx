import './styles/tokens.css';
import './styles/base.css';
import '../ui/button.css';
import './styles/modes.css';
import type { ReactNode } from 'react';
import { type BlogClient, BlogContext } from '../blog/blog-client.ts';
import { type FormAnswer, FormAnswerContext } from '../callback/form-result.ts';
import { type HeadComponent, HeadWriterContext } from '../head/route-head.tsx';
import { type Site, SiteContext } from './site-context.ts';

interface DocumentProps {
  site: Site;
  headWriter: HeadComponent;
  blog: BlogClient;
  formAnswer?: FormAnswer | null;
  /**
   * The whole stylesheet on the server; empty in the browser, where the page has it already and
   * React leaves it alone.
   */
  stylesheet: string;
  /** The nonce of a page that is streamed around a slow content service; other pages need none. */
  nonce?: string;
  /**
   * Nodes of the head, and of the end, that only the server writes. React leaves them where they
   * are.
   */
  head?: ReactNode;
  end?: ReactNode;
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
  head,
  end,
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
                {head}
                <style href="site" precedence="default" nonce={nonce}>
                  {stylesheet}
                </style>
              </head>
              <body>
                {children}
                {end}
              </body>
            </html>
          </HeadWriterContext>
        </FormAnswerContext>
      </BlogContext>
    </SiteContext>
  );
}
