import type { Revisions } from '../source.ts';
import { getPath, toText } from './entry-fields.ts';

/** Returns the revisions of entries by their ids. */
export const revisionsOf = (items: readonly unknown[]): Revisions =>
  Object.fromEntries(
    items.map((item) => [
      toText(getPath(item, 'sys', 'id')),
      revisionOf(getPath(item, 'sys', 'revision')),
    ]),
  );

function revisionOf(value: unknown): string | number | null {
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}
