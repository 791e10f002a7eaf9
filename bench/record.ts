import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { BROWSER } from './process.ts';

/** What the compared servers answer with: exactly the bytes that the site sent. */
export interface RecordedPage {
  path: string;
  etag: string;
  /** Base64, as sent. */
  bodies: Record<'br' | 'gzip', string>;
  /** Name, value, name, value; without those that Node itself writes. */
  headers: Record<'br' | 'gzip' | 'notModified', string[]>;
}

interface Answer {
  etag: string;
  /** Only pages from the page cache tell their length. */
  kept: boolean;
  body: Buffer;
  headers: string[];
}

/** Asks until the page comes from the page cache in its best compression, and keeps its bytes. */
export async function record(port: number, path: string): Promise<RecordedPage> {
  for (const encoding of [BROWSER, 'gzip'])
    while (!(await ask(port, path, encoding)).kept) await sleep(50);
  const [br, gzip] = [await ask(port, path, BROWSER), await ask(port, path, 'gzip')];
  const notModified = await ask(port, path, BROWSER, { 'If-None-Match': br.etag });
  return {
    path,
    etag: br.etag,
    bodies: { br: br.body.toString('base64'), gzip: gzip.body.toString('base64') },
    headers: { br: br.headers, gzip: gzip.headers, notModified: notModified.headers },
  };
}

/** What Node writes by itself. */
const BY_NODE = ['date', 'connection', 'keep-alive'];

function ask(
  port: number,
  path: string,
  encoding: string,
  condition: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': encoding, 'User-Agent': 'Mozilla/5.0', ...condition };
    request({ port, host: '127.0.0.1', path, headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({
        etag: response.headers.etag ?? '',
        kept: 'content-length' in response.headers,
        body,
        headers: pairs(response.rawHeaders)
          .filter(([name]) => !BY_NODE.includes(name.toLowerCase()))
          .flat(),
      });
    })
      .on('error', reject)
      .end();
  });
}

function pairs(raw: string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    raw[index * 2] as string,
    raw[index * 2 + 1] as string,
  ]);
}
