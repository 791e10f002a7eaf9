import type { Document } from '@contentful/rich-text-types';

/** A picture of the content service. `width` and `height` are of the original file, in pixels. */
export interface Picture {
  /** The URL as the service gives it: it may be protocol-relative (`//images…`). */
  url: string;
  width: number | null;
  height: number | null;
  /** Text for people who do not see the picture; empty when the editor gave none. */
  alt: string;
  /** A drawing or an animation, which conversion would spoil: shown as it is. */
  asIs?: true;
}

/**
 * A rich-text document after `server/content/parse/parse-entry.ts`: every node has nodeType, data and
 * content (or value and marks), and `data.target` of links and embeds is a `LinkTarget` or absent.
 */
export type RichText = Document;

/**
 * The resolved target of an embedded or linked entry or asset. Other links of editors are left out.
 */
export type LinkTarget =
  | { kind: 'post'; slug: string; title: string; excerpt: string; image: Picture | null }
  | { kind: 'image'; picture: Picture; title: string; caption: string }
  | { kind: 'file'; url: string; title: string; contentType: string }
  | { kind: 'link'; url: string; title: string }
  /** An entry of which the site knows only the title. */
  | { kind: 'title'; title: string };

/** A post as the list shows it. */
export interface PostSummary {
  id: string;
  slug: string;
  title: string;
  /**
   * The date as the editor entered it, an ISO 8601 date or date-time, shown cut to 10 characters;
   * empty when not given.
   */
  publishedDate: string;
  excerpt: string | RichText | null;
  image: Picture | null;
  /** Names in the field for tags; a list has them of posts without a picture. */
  tags?: string[];
}

/** The parts of a post that a link to it shows. */
export type PostLink = Pick<PostSummary, 'slug' | 'title' | 'publishedDate'>;

/** A tag that has a page of its own. */
export interface PostTag {
  name: string;
  /** The slug of its page. */
  slug: string;
}

/** An editor's decisions for search engines and social networks; absent ones are derived. */
export interface PostSeo {
  title?: string;
  description?: string;
  image?: Picture;
  noindex?: true;
  /** An http or https address. */
  canonical?: string;
}

/** A whole post. */
export interface Post extends PostSummary {
  author: string | null;
  content: RichText | null;
  seo?: PostSeo;
  /** Tags with a page, which a page shows in place of `tags`. */
  tagPages?: PostTag[];
  /** Related posts: the editor's choice from the source, at most 3 on a page. */
  next?: PostLink[];
  /** ISO 8601 time of the last change, for the sitemap and the feed. */
  updatedAt: string;
}

/** An ISO 8601 calendar date, with or without a time and its zone. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:(T.*?)(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Tells whether a date is in British Summer Time, which since 1996 lasts from the last Sunday of
 * March to that of October, at 1:00 UTC.
 */
function isSummerTime(date: Date): boolean {
  const year = date.getUTCFullYear();
  return date >= lastSunday(year, 2) && date < lastSunday(year, 9);
}

/** @param month from 0 for January to 11; both months that matter have 31 days */
function lastSunday(year: number, month: number): Date {
  const last = new Date(Date.UTC(year, month, 31, 1));
  last.setUTCDate(31 - last.getUTCDay());
  return last;
}

/**
 * Returns the moment of an editor's or the content service's date, for the formats that insist on
 * one (sitemap, Atom, schema.org). A date without a zone, with a time or without one, is UK time,
 * whatever the zone of the server. A text that is no ISO 8601 calendar date gives undefined: such
 * posts are shown anyway.
 */
export function validDate(text: string): Date | undefined {
  const [, day, time = 'T00:00', zone] = DATE.exec(text) ?? [];
  if (day === undefined) return undefined;
  const date = new Date(`${day}${time}${zone ?? 'Z'}`);
  if (Number.isNaN(date.getTime())) return undefined;
  return !zone && isSummerTime(date) ? new Date(date.getTime() - 3_600_000) : date;
}
