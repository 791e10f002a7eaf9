import { readFileSync } from 'node:fs';

/** What the compared servers answer with: the very bytes that the site sent, by path and encoding. */
export interface RecordedPage {
  path: string;
  etag: string;
  /** Base64, as sent. */
  bodies: Record<'br' | 'gzip', string>;
}

export interface ReadyBytes {
  etag: string;
  br: Buffer;
  gzip: Buffer;
}

export function readPages(file: string): Map<string, ReadyBytes> {
  const pages = JSON.parse(readFileSync(file, 'utf8')) as RecordedPage[];
  return new Map(
    pages.map(({ path, etag, bodies }) => [
      path,
      { etag, br: Buffer.from(bodies.br, 'base64'), gzip: Buffer.from(bodies.gzip, 'base64') },
    ]),
  );
}
