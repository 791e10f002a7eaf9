import { useContext } from 'react';
import { useSite } from '../site/site-context.ts';
import { standInHead } from './head.ts';
import { HeadWriterContext } from './head-writer.ts';
import type { PageMetadata } from './metadata.ts';

/** The head of a page that is shown in place of another. */
export function HeadOfStandIn({ metadata }: { metadata: PageMetadata }) {
  const HeadWriter = useContext(HeadWriterContext);
  return <HeadWriter head={standInHead(metadata, useSite())} />;
}
