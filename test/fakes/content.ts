import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EntryItem } from './entries.ts';

const [CONTENT_TYPE] = JSON.parse(readFileSync('content/content.json', 'utf8')).contentTypes;

/**
 * Starts a content service that answers every request with as many of these entries as it asks for,
 * or with the one that has the slug.
 * @param includes linked entries and assets, as the delivery API includes them
 */
export async function startContent(entries: EntryItem[], includes: object = {}) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://content');
    if (pathname.includes('/content_types/')) {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(CONTENT_TYPE));
      return;
    }
    const slug = searchParams.get('fields.slug');
    const found = slug === null ? entries : entries.filter(({ fields }) => fields.slug === slug);
    const skip = Number(searchParams.get('skip') ?? 0);
    const limit = Number(searchParams.get('limit') ?? 100);
    const items = found.slice(skip, skip + limit);
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify({ sys: { type: 'Array' }, total: found.length, skip, limit, items, includes }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      CONTENTFUL_SPACE_ID: 'space',
      CONTENTFUL_ACCESS_TOKEN: 'token',
      CONTENTFUL_HOST: `http://127.0.0.1:${port}`,
    },
    async end() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
