import type { Blog, Known } from './blog.ts';
import type { Body } from './body.ts';
import type { Sighting } from './sightings.ts';

/** What of a blog is stored: of each part, what tells one state of it from another. */
export interface Stored {
  entries: Known['entries'];
  askedAt: number;
  bodies: ReadonlyMap<string, Pick<Body, 'revision' | 'version'>>;
  addresses: Known['addresses'];
}

export interface Difference {
  /** Whether the service lists something else. */
  isListedOtherwise: boolean;
  /** Posts that came or changed. */
  came: Body[];
  /** Ids of posts that went. */
  went: string[];
  /** Who was seen where, of addresses that have another post than before. */
  seen: [slug: string, sighting: Sighting][];
  /** Slugs of addresses that are remembered no more. */
  forgotten: string[];
}

/** What came, changed, moved and went between what is stored and a blog. */
export function diff(before: Stored, after: Blog): Difference {
  const isOther = (body: Body) => {
    const stored = before.bodies.get(body.id);
    return stored?.version !== body.version || (stored.revision ?? 0) !== (body.revision ?? 0);
  };
  const isSeen = ([slug, { id, at }]: [string, Sighting]) => {
    const stored = before.addresses.get(slug);
    return stored?.id !== id || stored.at !== at;
  };
  return {
    isListedOtherwise: before.entries !== after.entries,
    came: [...after.bodies.values()].filter(isOther),
    went: [...before.bodies.keys()].filter((id) => !after.bodies.has(id)),
    seen: [...after.addresses].filter(isSeen),
    forgotten: [...before.addresses.keys()].filter((slug) => !after.addresses.has(slug)),
  };
}
