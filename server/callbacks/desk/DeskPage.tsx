import type { ReactNode } from 'react';

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
