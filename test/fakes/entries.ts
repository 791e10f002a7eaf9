import { sampleResponse } from './sample-response.ts';

/**
 * Entries and assets as Contentful's delivery API answers with them. Links stay unresolved, as on
 * the wire.
 * https://www.contentful.com/developers/docs/references/content-delivery-api/
 */
export interface Link {
  sys: { type: 'Link'; linkType: 'Asset' | 'Entry'; id: string };
}

/** A node of a rich-text document: text has `value` and `marks`, everything else has `content`. */
export interface RichTextNode {
  nodeType: string;
  data: Record<string, unknown>;
  content?: RichTextNode[];
  value?: string;
  marks?: { type: string }[];
}

export interface AssetItem {
  sys: { type: 'Asset'; id: string; createdAt: string; updatedAt: string };
  fields: {
    title: string;
    description: string;
    file: {
      url: string;
      fileName: string;
      contentType: string;
      details: { size: number; image?: { width: number; height: number } };
    };
  };
}

interface BlogPostFields {
  title: string;
  slug: string;
  excerpt?: string | RichTextNode;
  featuredImage?: Link;
  /** ISO 8601 date-time. */
  publishedDate: string;
  author?: string;
  tags?: string[];
  content?: RichTextNode;
}

export interface EntryItem {
  sys: {
    type: 'Entry';
    id: string;
    /** The number of publications; the samples have none. */
    revision?: number;
    contentType: { sys: { type: 'Link'; linkType: 'ContentType'; id: string } };
    createdAt: string;
    updatedAt: string;
  };
  metadata?: { tags?: MetadataLink[] };
  fields: BlogPostFields;
}

interface MetadataLink {
  sys: { type: 'Link'; linkType: 'Tag'; id: string };
}

const samples = sampleResponse();
/** The sample posts, and the pictures and files that they show. */
export const sampleEntries = samples.items as unknown as EntryItem[];
export const sampleAssets = samples.includes.Asset as unknown as AssetItem[];

export function tagLink(id: string): MetadataLink {
  return { sys: { type: 'Link', linkType: 'Tag', id } };
}

export function assetLink(id: string): Link {
  return { sys: { type: 'Link', linkType: 'Asset', id } };
}

export function entryLink(id: string): Link {
  return { sys: { type: 'Link', linkType: 'Entry', id } };
}

/** An entry of another content type than the posts', by its fields. */
export function otherEntry(
  type: 'page' | 'question' | 'testimonial',
  id: string,
  fields: object,
  updatedAt = '2026-01-01T00:00:00.000Z',
): EntryItem {
  const contentType = { sys: { type: 'Link', linkType: 'ContentType', id: type } } as const;
  return {
    sys: { type: 'Entry', id, contentType, createdAt: updatedAt, updatedAt },
    fields: fields as BlogPostFields,
  };
}

/**
 * A blogPost entry; `updatedAt` is an ISO 8601 date-time and defaults to the day of publication.
 */
export function blogPost(
  id: string,
  fields: BlogPostFields,
  updatedAt: string = fields.publishedDate,
): EntryItem {
  return {
    sys: {
      type: 'Entry',
      id,
      contentType: { sys: { type: 'Link', linkType: 'ContentType', id: 'blogPost' } },
      createdAt: fields.publishedDate,
      updatedAt,
    },
    fields,
  };
}
