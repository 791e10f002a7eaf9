import type { PipeableStream } from 'react-dom/server';
import type { HeaderList } from '../http/headers.ts';

/** Starts a render; resolves when its shell is ready to be piped. */
export type Render = (onError: (error: unknown) => void) => Promise<PipeableStream>;

/** A page as it was rendered, for everyone who asks for it. */
export interface RenderedPage {
  status: number;
  html: Buffer;
  /** Every header of the page except its entity tag and those of its encoding. */
  headers: HeaderList;
  /** Null for a page that is never revalidated: a failure, a refusal. */
  etag: string | null;
  /** Route pattern, for the log and the metrics. */
  route: string;
  /** Version of the content that was rendered. */
  version: string;
  /**
   * Version of what would be rendered now. Asking also refreshes stale content in the background.
   */
  current: () => string | null;
  /**
   * True for the few pages that need no data: they are rendered and compressed before anybody asks
   * for them, and never dropped.
   */
  isPrepared?: boolean;
}

/** What is to be sent. */
export interface Page extends Omit<RenderedPage, 'html'> {
  /**
   * What it is cached under: its path, or a name if it has no path. Null when it belongs to one
   * visitor and no cache may hold it.
   */
  key: string | null;
  render: Render;
}

/** Every header of a page except those of its encoding. */
export function headersOf({ headers, etag }: Pick<RenderedPage, 'headers' | 'etag'>): HeaderList {
  return etag === null ? headers : [...headers, ['ETag', etag]];
}
