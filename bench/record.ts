import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { BROWSER } from './process.ts';

/** What the compared servers answer with: the very bytes that the site sent. */
export interface RecordedPage {
  path: string;
  etag: string;
  /** Base64, as sent. */
  bodies: Record<'br' | 'gzip', string>;
}

interface Answer {
  etag: string;
  /** Only pages from the page cache tell their length. */
  kept: boolean;
  body: Buffer;
}

/** Asks until the page comes from the page cache in its best compression, and keeps its bytes. */
export async function record(port: number, path: string): Promise<RecordedPage> {
  while (!(await ask(port, path, BROWSER)).kept) await sleep(50);
  const [br, gzip] = [await ask(port, path, BROWSER), await ask(port, path, 'gzip')];
  return {
    path,
    etag: br.etag,
    bodies: { br: br.body.toString('base64'), gzip: gzip.body.toString('base64') },
  };
}

function ask(port: number, path: string, encoding: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': encoding, 'User-Agent': 'Mozilla/5.0' };
    request({ port, host: '127.0.0.1', path, headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({
        etag: response.headers.etag ?? '',
        kept: 'content-length' in response.headers,
        body,
      });
    })
      .on('error', reject)
      .end();
  });
}
