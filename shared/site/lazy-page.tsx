import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { PageId } from '../addresses.ts';
import { HeadOfRoute } from '../head/HeadOfRoute.tsx';
import type { PageMetadata } from '../head/metadata.ts';
import { loadChunk } from './load-chunk.ts';

/** What the file of a page exports. */
export interface PageModule<Id extends PageId = PageId> {
  Page: ComponentType;
  metadata: PageMetadata & { id: Id };
}

/** A page whose code is a chunk of its own. */
export interface LazyPage {
  /** The page with its head. */
  Component: LazyExoticComponent<ComponentType>;
  /** Fetches the code; once it is there the component renders without suspending. */
  preload(): Promise<unknown>;
}

/**
 * React.lazy suspends once even on a promise that is settled already, which would make the server
 * stream a fallback and the browser flash. So a module that is there is handed over by a thenable
 * that answers synchronously.
 */
export function lazyPage(chunk: string, load: () => Promise<PageModule>): LazyPage {
  let loaded: { default: ComponentType } | undefined;
  const preload = () =>
    loadChunk(chunk, load).then(({ Page, metadata }) => {
      loaded ??= {
        default: () => (
          <>
            <HeadOfRoute metadata={metadata} />
            <Page />
          </>
        ),
      };
      return loaded;
    });
  const atOnce = (value: { default: ComponentType }) => {
    // What React.lazy reads of a promise.
    const then = (resolve: (value: { default: ComponentType }) => void) => resolve(value);
    return { then } as unknown as Promise<typeof value>;
  };
  return { Component: lazy(() => (loaded ? atOnce(loaded) : preload())), preload };
}
