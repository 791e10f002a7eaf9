import { PassThrough } from 'node:stream';
import type { ReactNode } from 'react';
import { type PipeableStream, renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { BlogClient } from '../../shared/blog/blog-client.ts';
import type { FormAnswer } from '../../shared/callback/form-result.ts';
import { jsonForScript } from '../../shared/head/json-script.ts';
import type { HeadComponent } from '../../shared/head/route-head.tsx';
import type { PageId } from '../../shared/routes.ts';
import { App } from '../../shared/site/App.tsx';
import { Document } from '../../shared/site/Document.tsx';
import { Layout } from '../../shared/site/Layout.tsx';
import { SITE_SCRIPT_ID, type Site } from '../../shared/site/site-context.ts';
import type { Assets } from '../http/assets.ts';
import { logErrors } from '../ops/async.ts';
import { DEFERRED_TIMEOUT_MS } from './load-page.ts';

/** A render that takes longer is ended. */
const RENDER_TIMEOUT_MS = 10_000;

/**
 * Seconds until a deferred page reloads in browsers without JavaScript, where React cannot move
 * late content into place.
 */
const REFRESH_DELAY_S = '2';
const REFRESH_WITHOUT_SCRIPT = (
  <noscript>
    <meta httpEquiv="refresh" content={REFRESH_DELAY_S} />
  </noscript>
);

/** Starts a render; resolves when its shell is ready to be piped. */
export type Render = (onError: (error: unknown) => void) => Promise<PipeableStream>;

export interface RenderRequest {
  /** Address as the browser will see it. */
  path: string;
  page: PageId;
  blog: BlogClient;
  site: Site;
  /** A page in place of the one of this path, which the browser's router does not know. */
  content?: ReactNode;
  formAnswer?: FormAnswer;
  /** Finished pages (answers to a form post) have no script. */
  scripted: boolean;
  /** Another script than that of all pages. */
  entry?: { src: string; integrity?: string };
  nonce?: string;
  /** Stops waiting for late data: what is pending stays in 'Loading...'. */
  giveUp?: Promise<unknown>;
}

export type Renderer = (request: RenderRequest) => Render;

/** @param headWriter writes the tags of a page's head */
export function createRenderer(assets: Assets, headWriter: HeadComponent): Renderer {
  const defaultEntry = { src: assets.entry, integrity: assets.entryIntegrity };
  return (request) => (onError) => {
    const { path, page, blog, site, content, formAnswer, scripted, nonce, giveUp } = request;
    const { entry = defaultEntry } = request;
    return new Promise<PipeableStream>((resolve, reject) => {
      const stream = renderToPipeableStream(
        <StaticRouter location={path}>
          <Document
            site={site}
            headWriter={headWriter}
            blog={blog}
            formAnswer={formAnswer}
            stylesheet={assets.stylesheets[page]}
            nonce={nonce}
            head={
              <>
                <link rel="stylesheet" media="print" href={assets.printStylesheet} />
                {nonce === undefined ? null : REFRESH_WITHOUT_SCRIPT}
              </>
            }
            end={<PageScripts site={site} entry={scripted ? entry : null} nonce={nonce} />}
          >
            {content ? <Layout>{content}</Layout> : <App />}
          </Document>
        </StaticRouter>,
        {
          nonce: nonce === undefined ? undefined : { script: nonce, style: nonce },
          // Above this size React would move finished parts of the page into hidden elements that a
          // script puts in place: out of reading order for crawlers and for people without scripts.
          progressiveChunkSize: Number.POSITIVE_INFINITY,
          onShellReady() {
            resolve(stream);
            // Only after the shell is sent: earlier, aborting would end the whole page.
            giveUp?.then(() =>
              setImmediate(logErrors(() => stream.abort(new ContentTimeoutError()))),
            );
          },
          onShellError(error) {
            clearTimeout(limit);
            reject(error);
          },
          onError,
          onAllReady: () => clearTimeout(limit),
        },
      );
      const limit = setTimeout(
        logErrors(() => stream.abort(new Error('render took too long'))),
        RENDER_TIMEOUT_MS + (giveUp ? DEFERRED_TIMEOUT_MS : 0),
      );
    });
  };
}

/**
 * Returns the bytes of a whole page. `buffer` of `node:stream/consumers` would copy them twice, into
 * memory that only a full garbage collection frees.
 * @throws what any part of the page threw
 */
export async function renderToBuffer(render: Render): Promise<Buffer> {
  const errors: unknown[] = [];
  const rendered = await render((error) => void errors.push(error));
  const chunks: Buffer[] = [];
  for await (const chunk of rendered.pipe(new PassThrough())) chunks.push(chunk);
  if (errors.length > 0) throw errors[0];
  return Buffer.concat(chunks);
}

/** The content service did not answer in time; the page itself is sound. */
export class ContentTimeoutError extends Error {
  override name = 'ContentTimeoutError';
}

/**
 * Returns the site's settings without those that only structured data uses, to save bytes of the
 * first round trip.
 */
function toClientSite(site: Site): Site {
  const { headOfficeParts, profiles, ...company } = site.company;
  return { ...site, company };
}

/**
 * React moves no script with a listener (https://react.dev/reference/react-dom/components/script).
 */
const preventHoisting = () => {};

/**
 * The end of a page. React would have the script fetched from the head, where it takes its share of
 * a weak connection while the page is still on its way.
 */
export function PageScripts(props: {
  site: Site;
  /** The page's own script; null for a page that is not hydrated. */
  entry: { src: string; integrity?: string } | null;
  nonce?: string;
}) {
  const { site, entry, nonce } = props;
  return (
    <>
      <script
        type="application/json"
        id={SITE_SCRIPT_ID}
        dangerouslySetInnerHTML={{ __html: jsonForScript(toClientSite(site)) }}
      />
      {entry ? (
        <script
          type="module"
          {...entry}
          nonce={nonce}
          async
          fetchPriority="low"
          onError={preventHoisting}
        />
      ) : null}
    </>
  );
}
