import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { PageId } from '../addresses.ts';
import { HeadOfRoute } from '../head/head-writer.tsx';
import type { PageMetadata } from '../head/metadata.ts';
import { isConnected, OfflineError } from './connection.ts';
import { CHUNK_LOAD_TIMEOUT_MS } from './constants.ts';

/** What the file of a page exports. */
export interface PageModule<Id extends PageId = PageId> {
  Page: ComponentType;
  metadata: PageMetadata & { id: Id };
  /** Sections whose code comes after the page's own. */
  parts?: readonly LazyChunk[];
}

/** A component whose code is a chunk of its own. */
export interface LazyChunk {
  Component: LazyExoticComponent<ComponentType>;
  /** Fetches the code; once it is there the component renders without suspending. */
  preload(): Promise<unknown>;
}

/** A page with its head. */
export interface LazyPage extends LazyChunk {
  /** Fetches the code of its parts too. */
  preloadWhole(): Promise<unknown>;
}

export function lazyPage(chunk: string, load: () => Promise<PageModule>): LazyPage {
  const page = lazyChunk(chunk, async () => {
    const { Page, metadata } = await load();
    return () => (
      <>
        <HeadOfRoute metadata={metadata} />
        <Page />
      </>
    );
  });
  return {
    ...page,
    async preloadWhole() {
      await page.preload();
      const { parts = [] } = await load();
      await Promise.all(parts.map((part) => part.preload()));
    },
  };
}

/**
 * A section of a page, inside a Suspense boundary of its own. If the server wrote it and its code
 * cannot be loaded, it stays as it is: plain HTML.
 * @param id of the section's element
 */
export function lazyPart(id: string, load: () => Promise<ComponentType>): LazyChunk {
  return lazyChunk(id, load, (error) =>
    document.getElementById(id) ? new Promise<never>(() => {}) : Promise.reject(error),
  );
}

/**
 * React.lazy suspends once even on a promise that is settled already, which would make the server
 * stream a fallback and the browser flash. So a module that is there is handed over by a thenable
 * that answers synchronously.
 */
function lazyChunk(
  chunk: string,
  load: () => Promise<ComponentType>,
  onFailure: (error: unknown) => Promise<never> = (error) => Promise.reject(error),
): LazyChunk {
  let loaded: { default: ComponentType } | undefined;
  const preload = async () => {
    const component = await loadChunk(chunk, load);
    loaded ??= { default: component };
    return loaded;
  };
  const atOnce = (value: { default: ComponentType }) => {
    // What React.lazy reads of a promise.
    const then = (resolve: (value: { default: ComponentType }) => void) => resolve(value);
    return { then } as unknown as Promise<typeof value>;
  };
  return {
    Component: lazy(() => (loaded ? atOnce(loaded) : preload().catch(onFailure))),
    preload,
  };
}

/**
 * A page's script could not be loaded: names the chunk and the kind of failure
 * (docs/specification.md, section 5).
 */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
  constructor(chunk: string, kind: 'missing' | 'timeout', options?: ErrorOptions) {
    super(`Loading chunk ${chunk} failed. (${kind})`, options);
  }
}

/**
 * Loads a lazy chunk within the limit of docs/specification.md, section 6.
 * @throws {OfflineError} without a connection
 * @throws {ChunkLoadError} `missing` when the script cannot be fetched or run, `timeout` after 120
 * s
 */
export async function loadChunk<T>(
  chunk: string,
  load: () => Promise<T>,
  timeoutMs = CHUNK_LOAD_TIMEOUT_MS,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(chunk, 'timeout')), timeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    if (!(await isConnected())) throw new OfflineError();
    throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError(chunk, 'missing', { cause });
  } finally {
    clearTimeout(timer);
  }
}
