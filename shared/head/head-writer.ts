import { type ComponentType, createContext } from 'react';
import type { Head } from './head.ts';

/**
 * Writes the head of a page: the whole of it on the server, and in the browser what differs after a
 * navigation inside the site. Exactly one is rendered at a time, outside every boundary that may
 * still be pending.
 */
export type HeadWriter = ComponentType<{ head: Head }>;

export const HeadWriterContext = createContext<HeadWriter>(() => null);
