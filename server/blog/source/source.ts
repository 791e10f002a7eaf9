import type { Post } from '../../../shared/blog/post.ts';

/** A part of the posts, newest first, and how many there are in all. */
export interface PostPage {
  posts: Post[];
  total: number;
}

/**
 * Where posts come from. Every method rejects with `ContentUnavailable` and nothing else when the
 * place gives no usable answer.
 */
export interface BlogSource {
  /**
   * Names the place without its secrets: what was kept on disk is used again for the same place
   * only.
   */
  readonly id: string;
  /** Set when all posts are at hand and never change: no call is ever needed. */
  readonly fixed?: readonly Post[];
  list(skip: number, limit: number): Promise<PostPage>;
  /** @returns null when the place answered that it has no such post */
  post(slug: string): Promise<Post | null>;
}

/**
 * How the content service failed. `http`: a status that means neither success nor one of the other
 * kinds.
 */
export type FailureKind =
  | 'timeout'
  | 'refused'
  | 'http'
  | 'malformed'
  | 'unauthorised'
  | 'rate_limited';

/**
 * The content service gave no usable answer. Carries nothing of the request: the SDK's own errors
 * hold the access token.
 */
export class ContentUnavailable extends Error {
  override name = 'ContentUnavailable';
  readonly kind: FailureKind;
  /** Of the answer to a visitor whose request could not do without. */
  readonly status = 503;

  constructor(kind: FailureKind) {
    super(`the content service is unavailable: ${kind}`);
    this.kind = kind;
  }
}
