import { type ComponentType, createContext, use, useContext } from 'react';
import type { PageMetadata } from '../head/metadata.ts';
import { RouteHead } from '../head/route-head.tsx';
import type { PageId } from '../routes.ts';
import { isConnected, OfflineError } from './connection.ts';
import { CHUNK_LOAD_TIMEOUT_MS } from './constants.ts';

/** The exports of a page's file. */
export interface PageModule<Id extends PageId = PageId> {
  Page: ComponentType;
  metadata: PageMetadata & { id: Id };
  /** Sections whose code comes after the page's own. */
  parts?: readonly LazyChunk[];
}

/** A component whose code is a chunk of its own. */
export interface LazyChunk {
  /** The component, or the one promise of it. */
  component(): ComponentType | Promise<ComponentType>;
  /** Fetches the code. A failed fetch is retried. */
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
        <RouteHead metadata={metadata} />
        <Body Page={Page} />
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

/** The code that takes the place of the page below it: the owner's words for a core page. */
export const OwnPageContext = createContext<LazyChunk | null>(null);

function Body({ Page }: Pick<PageModule, 'Page'>) {
  const ownPage = useContext(OwnPageContext);
  return ownPage ? <Lazy chunk={ownPage} /> : <Page />;
}

/**
 * A section of a page, inside a Suspense boundary of its own. If the server wrote it and its code
 * cannot be loaded, it stays as it is: plain HTML.
 * @param id of the section's element
 */
export function lazySection(id: string, load: () => Promise<ComponentType>): LazyChunk {
  return lazyChunk(id, load, (error) => {
    if (document.getElementById(id)) return new Promise<never>(() => {});
    throw error;
  });
}

/**
 * Creates a chunk.
 * @param onFailure handles the failure where the chunk's content is rendered already
 */
function lazyChunk(
  chunk: string,
  load: () => Promise<ComponentType>,
  onFailure?: (error: unknown) => Promise<never>,
): LazyChunk {
  let loaded: ComponentType | undefined;
  let pending: Promise<ComponentType> | undefined;

  async function preload(): Promise<ComponentType> {
    loaded ??= await loadChunk(chunk, load);
    return loaded;
  }

  return {
    preload,
    component() {
      if (loaded) return loaded;
      pending ??= preload().catch(onFailure);
      return pending;
    },
  };
}

/**
 * Renders a chunk. What React.lazy does, but code that is there renders without suspending:
 * React.lazy suspends once even then, which would make the server stream a fallback and the browser
 * flash.
 */
export function Lazy({ chunk }: { chunk: LazyChunk }) {
  const code = chunk.component();
  const Component = code instanceof Promise ? use(code) : code;
  return <Component />;
}

/**
 * The error for a page's script that could not be loaded. It names the chunk and the kind of
 * failure (docs/specification.md, section 5).
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
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(chunk, 'timeout')), timeoutMs);
  });
  try {
    return await Promise.race([load(), timeout]);
  } catch (cause) {
    if (!(await isConnected())) throw new OfflineError();
    throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError(chunk, 'missing', { cause });
  } finally {
    clearTimeout(timer);
  }
}
