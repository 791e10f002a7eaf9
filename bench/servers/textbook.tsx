import { readFileSync } from 'node:fs';
import compression from 'compression';
import express from 'express';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { Manifest } from '../../server/http/assets.ts';
import { PageScripts } from '../../server/pages/render.tsx';
import { createHeadWriter } from '../../server/seo/Seo.tsx';
import { matchAddress } from '../../shared/addresses.ts';
import { preloadPages } from '../../shared/pages.ts';
import { App } from '../../shared/site/App.tsx';
import { Document } from '../../shared/site/Document.tsx';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';

// Server rendering as React's and Express's guides show it: compress on the fly, render on every
// request, stream when the shell is ready. Given a folder, it serves that too, and the stylesheet is
// a file.

const [port, manifest, folder] = process.argv.slice(2) as [string, string, string?];
const STYLESHEET = '/textbook.css';
const { stylesheets, entry, colours } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
const site = {
  url: 'http://localhost',
  indexing: true,
  vitalsSampleRate: 1,
  serviceWorker: true,
  samplePosts: true,
  company: PLACEHOLDER_COMPANY,
};
const headWriter = createHeadWriter({ colours, icon: null });
const blog = {
  list: () => ({ state: 'unavailable' }) as const,
  post: () => ({ state: 'unavailable' }) as const,
};

await preloadPages();

const app = express();
app.use(compression());
if (folder) app.use(express.static(folder, { index: false, maxAge: '1y' }));
app.get(STYLESHEET, (request, response) => {
  const page = matchAddress(String(request.query.path)).route.id;
  response.type('css').send(stylesheets[page]);
});
app.get('/{*path}', (request, response) => {
  const { id } = matchAddress(request.path).route;
  const stream = renderToPipeableStream(
    <StaticRouter location={request.url}>
      <Document
        site={site}
        headWriter={headWriter}
        blog={blog}
        stylesheet={folder ? '' : stylesheets[id]}
        end={<PageScripts site={site} entry={null} />}
      >
        {folder ? (
          <link rel="stylesheet" href={`${STYLESHEET}?path=${request.path}`} precedence="default" />
        ) : null}
        <App />
      </Document>
    </StaticRouter>,
    {
      bootstrapModules: [entry],
      onShellReady() {
        response.setHeader('content-type', 'text/html');
        stream.pipe(response);
      },
    },
  );
});
app.listen(Number(port), '127.0.0.1');
