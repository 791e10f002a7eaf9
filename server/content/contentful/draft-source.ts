import { isUnknownType } from '../content-error.ts';
import { parseDraftAnswer } from '../draft.ts';
import type { DraftQuery, DraftSource } from '../source.ts';
import { type ContentfulSettings, createCaller } from './client.ts';
import { INCLUDE_DEPTH, POST_ORDER } from './contentful-source.ts';
import { parseListResponse } from './list-response.ts';

/** Creates the source of drafts from Contentful's preview API. Nothing is cached. */
export function createContentfulDrafts(settings: ContentfulSettings): DraftSource {
  const call = createCaller(settings);
  return {
    async findDraft(query) {
      const entries = { ...toQuery(query), include: INCLUDE_DEPTH, limit: 1 };
      try {
        const response = await call('draft', (sdk) => sdk.getEntries(entries as never));
        const { items, linked } = parseListResponse(response);
        return parseDraftAnswer(items, linked);
      } catch (error) {
        if (isUnknownType(error)) return null;
        throw error;
      }
    },
  };
}

function toQuery(query: DraftQuery): Record<string, unknown> {
  if ('slug' in query)
    return { content_type: 'blogPost', 'fields.slug': query.slug, order: [...POST_ORDER] };
  if ('page' in query) return { content_type: 'page', 'fields.slug': query.page };
  return { 'sys.id': query.id };
}
