import type { ReactNode } from 'react';
import { channelLabel } from '../deliver/create-channels.ts';
import { londonTime } from '../london-time.ts';
import type { Frame } from '../store/desk-queries.ts';
import type { StoredCallback } from '../store/stored-callback.ts';
import { SIGN_IN_PATH } from './sign-in.ts';
import { deskPath, LIST_NAMES, LISTS, type ListName } from './views.ts';

export interface Page {
  title: string;
  /** The open list, or the search; null on other pages. */
  list?: ListName | 'search' | null;
  frame: Frame;
  /** The requests that the page shows, for the log. */
  requests?: readonly StoredCallback[];
  children: ReactNode;
}

/** The shell of every page of the desk: no scripts, nothing from elsewhere. */
export function DeskLayout(
  page: Page & {
    company: string;
    stylesheet: string;
    /** The user name. */
    by: string;
  },
) {
  const { title, list = null, children, company, stylesheet, by, frame } = page;
  const { counts, failing } = frame;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const totals = { ...counts, all };
  const isList = list !== null && list !== 'search';
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${isList ? `(${totals[list]}) ` : ''}${title} | ${company}`}</title>
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
            <p>
              Signed in as {by} <a href={SIGN_IN_PATH}>Not you?</a>
            </p>
          </div>
        </header>
        <div className="desk-bar">
          <div className="wrap apart">
            <nav aria-label="Lists">
              <ul className="views">
                {LIST_NAMES.map((name) => (
                  <li key={name}>
                    <a
                      href={deskPath('/callbacks', { list: name })}
                      aria-current={name === list ? 'page' : undefined}
                    >
                      {LISTS[name].label} <span className="views__count num">{totals[name]}</span>
                    </a>
                  </li>
                ))}
                <li>
                  <a href="/callbacks/find" aria-current={list === 'search' ? 'page' : undefined}>
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
