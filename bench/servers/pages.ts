import { readFileSync } from 'node:fs';
import type { RecordedPage } from '../record.ts';

export interface ReadyBytes {
  etag: string;
  br: Buffer;
  gzip: Buffer;
  headers: RecordedPage['headers'];
}

/** What a compared server answers with, by path. */
export function readPages(file: string): Map<string, ReadyBytes> {
  const pages = JSON.parse(readFileSync(file, 'utf8')) as RecordedPage[];
  return new Map(
    pages.map(({ path, etag, bodies, headers }) => [
      path,
      {
        etag,
        br: Buffer.from(bodies.br, 'base64'),
        gzip: Buffer.from(bodies.gzip, 'base64'),
        headers,
      },
    ]),
  );
}
