import type { ReactNode } from 'react';
import type { StoredCallback } from '../store.ts';
import { deskAddress, type ListQuery } from './list-query.ts';
import { RequestCard } from './RequestCard.tsx';

/** The shell of every page of the desk: no scripts, nothing from elsewhere. */
export function DeskPage({
  title,
  company,
  stylesheet,
  children,
}: {
  title: string;
  company: string;
  stylesheet: string;
  children: ReactNode;
}) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} | ${company}`}</title>
        <link rel="icon" href="data:," />

        <style dangerouslySetInnerHTML={{ __html: stylesheet }} />
      </head>
      <body>
        <header className="desk-head">
          <div className="wrap">
            <a href="/callbacks">Callback requests</a>
            <span>{company}</span>
          </div>
        </header>
        <main className="wrap desk">
          <h1 className="h2">{title}</h1>
          {children}
        </main>
      </body>
    </html>
  );
}

export function RequestList({
  requests,
  query,
  older,
}: {
  requests: StoredCallback[];
  query: ListQuery;
  /** Where the list goes on; null at its end. */
  older: ListQuery | null;
}) {
  const { search, after } = query;
  return (
    <>
      <div className="desk__tools">
        <form action="/callbacks" className="desk__search">
          <div className="field">
            <label htmlFor="search">
              Find a name, an e-mail address or a number, or part of one
            </label>
            <input id="search" name="mobile" type="search" defaultValue={search} />
          </div>
          <button type="submit" className="btn btn--primary">
            Find
          </button>
        </form>
        <a href="/callbacks.csv">All of them as a CSV file</a>
      </div>
      {(search || after) && (
        <p>
          <a href="/callbacks">Back to the newest</a>
        </p>
      )}
      {requests.length === 0 && (
        <p className="lead">
          {search
            ? `No request has ${search} in its name, e-mail address or mobile number.`
            : 'No callback requests.'}
        </p>
      )}
      <ul className="desk__list">
        {requests.map((request) => (
          <li key={request.id}>
            <RequestCard request={request} query={query} />
          </li>
        ))}
      </ul>
      {older && (
        <p>
          <a href={deskAddress('/callbacks', older)}>Older requests</a>
        </p>
      )}
    </>
  );
}
