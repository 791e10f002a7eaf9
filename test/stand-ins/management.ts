import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Anything that the service keeps, by its path. */
interface Thing {
  sys: {
    id: string;
    type: string;
    version: number;
    publishedVersion?: number;
    [more: string]: unknown;
  };
  [field: string]: unknown;
}

const TYPES: Record<string, string> = {
  content_types: 'ContentType',
  editor_interface: 'EditorInterface',
  entries: 'Entry',
  assets: 'Asset',
  locales: 'Locale',
  tags: 'Tag',
  uploads: 'Upload',
};
const ROOT = '/spaces/space/environments/master';
const link = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } });

/**
 * Contentful's management API over HTTP, as far as contentful-import uses it, with a space that has
 * the locale `en-US` and nothing else.
 * https://www.contentful.com/developers/docs/references/content-management-api/
 */
export class ManagementStandIn {
  readonly #things = new Map<string, Thing>();
  readonly #server = createServer((request, response) => void this.#take(request, response));
  /** What was asked for that this does not know. */
  readonly unknown: string[] = [];

  async start(): Promise<string> {
    this.#put('/spaces/space', { name: 'Space' });
    this.#put(ROOT, { name: 'master' });
    const locale = {
      name: 'English (United States)',
      code: 'en-US',
      default: true,
      fallbackCode: null,
    };
    this.#put(`${ROOT}/locales/own`, locale);
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** What is published, as the delivery API gives it: fields in the one language. */
  published(collection: 'entries' | 'assets' | 'content_types'): Thing[] {
    return this.#in(`${ROOT}/${collection}`)
      .filter(({ sys }) => sys.publishedVersion !== undefined)
      .map((thing) => {
        if (collection === 'content_types') return thing;
        const fields = Object.entries(thing.fields as Record<string, Record<string, unknown>>);
        return {
          ...thing,
          fields: Object.fromEntries(fields.map(([id, by]) => [id, by['en-US']])),
        };
      });
  }

  #in(collection: string): Thing[] {
    const own = (path: string) => path.slice(0, path.lastIndexOf('/')) === collection;
    return [...this.#things].filter(([path]) => own(path)).map(([, thing]) => thing);
  }

  #put(path: string, body: object): Thing {
    const [collection = '', id = ''] = path.split('/').slice(-2);
    const version = (this.#things.get(path)?.sys.version ?? 0) + 1;
    const time = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
    const place = { space: link('Space', 'space'), environment: link('Environment', 'master') };
    const type = TYPES[id] ?? TYPES[collection] ?? 'Space';
    const sys = {
      ...this.#things.get(path)?.sys,
      ...time,
      ...place,
      id,
      type,
      version,
      revision: 1,
    };
    if (type === 'EditorInterface')
      Object.assign(sys, { contentType: link('ContentType', collection) });
    const thing = { ...body, sys };
    this.#things.set(path, thing);
    return thing;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', 'http://service');
    const bytes = await buffer(request);
    const found = this.#answer(request, pathname, bytes);
    if (!found) this.unknown.push(`${request.method} ${pathname}`);
    const missing = {
      sys: { type: 'Error', id: 'NotFound' },
      message: 'not found',
      requestId: '1',
    };
    response
      .writeHead(found ? 200 : 404, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(found ?? missing));
  }

  #answer({ method, headers }: IncomingMessage, path: string, bytes: Buffer): object | null {
    if (method === 'GET') {
      const [name = ''] = path.split('/').slice(-1);
      if (!TYPES[name] || name === 'editor_interface')
        return this.#things.get(path) ?? (name === 'editor_interface' ? this.#put(path, {}) : null);
      const items = this.#in(path);
      return { sys: { type: 'Array' }, total: items.length, skip: 0, limit: 1000, items };
    }
    if (path === `${ROOT}/uploads`)
      return this.#put(`${path}/${createHash('sha256').update(bytes).digest('hex')}`, {});
    const [, item = '', end] = /^(.+?)(\/published|\/files\/en-US\/process)?$/.exec(path) ?? [];
    const thing = this.#things.get(item);
    if (method !== 'PUT' || (end && !thing)) return null;
    if (thing && end === '/published') thing.sys.publishedVersion = thing.sys.version++;
    else if (thing && end) processFile(thing);
    else {
      const contentType = headers['x-contentful-content-type'];
      const created = this.#put(item, JSON.parse(bytes.toString()) as object);
      if (contentType) created.sys.contentType = link('ContentType', String(contentType));
    }
    return this.#things.get(item) ?? null;
  }
}

/** A file that was uploaded gets an address, and its size. */
function processFile(asset: Thing): void {
  const { file } = asset.fields as { file: Record<string, Record<string, unknown>> };
  const { uploadFrom, ...rest } = file['en-US'] ?? {};
  const url = `//images.ctfassets.net/space/${asset.sys.id}/token/${rest.fileName}`;
  const details = { size: 1000, image: { width: 1600, height: 800 } };
  if (uploadFrom) file['en-US'] = { ...rest, url, details };
  asset.sys.version += 1;
}
