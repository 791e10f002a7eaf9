import type { Metrics } from '../ops/metrics.ts';
import { type ContentSource, ContentUnavailableError } from './contentful/content-source.ts';

/**
 * Wraps a source so that its calls are counted.
 * @param onAnswer runs after each usable answer
 */
export function countCalls(
  source: ContentSource,
  counter: Metrics['contentCalls'],
  onAnswer: () => void,
): ContentSource {
  async function count<T>(call: string, response: Promise<T>): Promise<T> {
    try {
      const answer = await response;
      if (answer !== null) onAnswer();
      counter.inc({ call, outcome: 'ok' });
      return answer;
    } catch (error) {
      const outcome = error instanceof ContentUnavailableError ? error.kind : 'malformed';
      counter.inc({ call, outcome });
      throw error;
    }
  }

  return {
    ...source,
    revisions: (types) => count('catalogue', source.revisions(types)),
    listExtras: (type) => count(type, source.listExtras(type)),
    listPosts: (skip, limit) => count('list', source.listPosts(skip, limit)),
    findPost: (slug) => count('post', source.findPost(slug)),
  };
}
