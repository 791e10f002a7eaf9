import { getPath } from './entry-fields.ts';

/** Returns the entry or asset of a link; undefined when it is not published. */
export type ResolveLink = (link: unknown) => unknown;

/**
 * Creates the function that finds the target of a link.
 * @param resources entries and assets; of several with one id, the first is taken
 */
export function createLinkResolver(resources: readonly unknown[]): ResolveLink {
  const keyOf = (item: unknown) => `${getPath(item, 'sys', 'type')} ${getPath(item, 'sys', 'id')}`;
  const byKey = new Map(resources.toReversed().map((item) => [keyOf(item), item]));
  return (link) =>
    getPath(link, 'sys', 'type') === 'Link'
      ? byKey.get(`${getPath(link, 'sys', 'linkType')} ${getPath(link, 'sys', 'id')}`)
      : undefined;
}
