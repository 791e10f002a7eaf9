import type { Response } from 'express';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { channelLabel } from '../channels/create-channels.ts';
import { londonTime } from '../london-time.ts';
import type { Callbacks } from '../start-callbacks.ts';
import type { CallbackStatus } from '../store/stored-callback.ts';
import { deskPath, VIEWS, type View } from './list-query.ts';

interface Page {
  title: string;
  /** The open list, or the search; null on other pages. */
  view?: View | 'find' | null;
  children: ReactNode;
}

export type SendPage = (response: Response, page: Page) => Promise<void>;

export function createPageSender(
  { store, notices }: Callbacks,
  getTheme: () => { company: string; stylesheet: string },
): SendPage {
  return async (response, page) => {
    const { by } = response.locals;
    const [counts, failing] = await Promise.all([store.countByStatus(), notices.failing()]);
    const shown = { ...page, ...getTheme(), by, counts, failing };
    const html = renderToStaticMarkup(<DeskLayout {...shown} />);
    response.type('html').send(`<!DOCTYPE html>${html}`);
  };
}

/** The shell of every page of the desk: no scripts, nothing from elsewhere. */
function DeskLayout(
  page: Page & {
    company: string;
    stylesheet: string;
    /** The user name; empty when staff gave none. */
    by: string;
    counts: Record<CallbackStatus, number>;
    /** Channels that deliver nothing, with the time of the first failure. */
    failing: readonly { channel: string; since: string }[];
  },
) {
  const { title, view = null, children, company, stylesheet, by, counts, failing } = page;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const totals = { ...counts, all };
  const isList = view !== null && view !== 'find';
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${isList ? `(${totals[view]}) ` : ''}${title} | ${company}`}</title>
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: stylesheet }} />
      </head>
      <body>
        <a className="skip" href="#content">
          Skip to the requests
        </a>
        <header className="desk-head">
          <div className="wrap apart">
            <p>
              <strong>Callback requests</strong> {company}
            </p>
            <p>{by ? `Signed in as ${by}` : 'Signed in without a name'}</p>
          </div>
        </header>
        <div className="desk-bar">
          <div className="wrap apart">
            <nav aria-label="Lists">
              <ul className="views">
                {(Object.keys(VIEWS) as View[]).map((name) => (
                  <li key={name}>
                    <a
                      href={deskPath('/callbacks', { view: name })}
                      aria-current={name === view ? 'page' : undefined}
                    >
                      {VIEWS[name].label} <span className="views__count num">{totals[name]}</span>
                    </a>
                  </li>
                ))}
                <li>
                  <a href="/callbacks/find" aria-current={view === 'find' ? 'page' : undefined}>
                    Search
                  </a>
                </li>
              </ul>
            </nav>
          </div>
        </div>
        <main id="content" className="wrap desk">
          {failing.map(({ channel, since }) => (
            <p key={channel} className="notice notice--problem">
              <strong>{channelLabel(channel)}</strong> has not delivered anything since{' '}
              {londonTime(since)}. New requests are not reaching anyone that way. Tell the person
              who runs the website.
            </p>
          ))}
          {children}
        </main>
      </body>
    </html>
  );
}
