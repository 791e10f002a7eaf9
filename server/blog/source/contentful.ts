import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { ContentfulClientApi, CreateClientParams } from 'contentful';
import { readAnswer } from '../http/answer.ts';
import type { Reading } from './normalise.ts';
import { isRecord } from './record.ts';
import { type BlogSource, ContentUnavailable, type FailureKind } from './source.ts';

export interface ContentfulSettings {
  space: string;
  environment: string;
  accessToken: string;
  /** Of the delivery or the preview API. */
  origin: string;
}

/** From the start of a call to the last byte of its answer. */
const CALL_DEADLINE_MS = 2500;
/** Twenty long posts with everything they link to stay far below. */
const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024;
/**
 * A connection that idles for longer is closed by this side, before the service closes it while a
 * call is being sent.
 */
const IDLE_CONNECTION_MS = 4000;

type Client = ContentfulClientApi<'WITHOUT_LINK_RESOLUTION'>;

/**
 * Posts of Contentful's delivery or preview API, with the calls of the specification's section 7.
 * The only place that knows the SDK, which is loaded with the first call: a site with embedded
 * posts starts without it. Links are resolved by `answer.ts`: the SDK's own resolution copies the
 * answer and makes circular objects.
 */
export function createContentfulSource(
  settings: ContentfulSettings,
  reading?: Reading,
): BlogSource {
  let client: Promise<Client> | undefined;

  async function entries(query: Record<string, unknown>) {
    try {
      client ??= createClient(settings);
      const answer = await (await client).getEntries({ content_type: 'blogPost', ...query });
      return readAnswer(answer, reading);
    } catch (error) {
      // The SDK stumbles over an answer that is not JSON, with whatever error that happens to
      // cause.
      throw error instanceof ContentUnavailable ? error : new ContentUnavailable('malformed');
    }
  }

  return {
    id: `${settings.origin}/spaces/${settings.space}/environments/${settings.environment}`,
    async list(skip, limit) {
      const { posts, total, itemCount } = await entries({
        order: ['-fields.publishedDate'],
        limit,
        skip,
      });
      if (itemCount > 0 && posts.length === 0) throw new ContentUnavailable('malformed'); // not one usable post: no empty blog
      return { posts, total };
    },
    async post(slug) {
      const { posts } = await entries({ 'fields.slug': slug, limit: 1 });
      return posts[0] ?? null;
    },
  };
}

async function createClient({
  space,
  environment,
  accessToken,
  origin,
}: ContentfulSettings): Promise<Client> {
  const contentful = await import('contentful');
  const { protocol, host } = new URL(origin);
  const connections = { keepAlive: true, timeout: IDLE_CONNECTION_MS };
  const params: CreateClientParams & PassedOn = {
    space,
    environment,
    accessToken,
    host,
    insecure: protocol === 'http:',
    httpAgent: new HttpAgent(connections),
    httpsAgent: new HttpsAgent(connections),
    retryOnError: false, // when to try again is the library's decision
    timeout: CALL_DEADLINE_MS,
    logHandler: () => {},
    onBeforeRequest: (request) =>
      // A redirect would carry the token elsewhere. The SDK's time-out is for silence only, a
      // dripping answer passes it.
      Object.assign(request, {
        maxRedirects: 0,
        maxContentLength: ANSWER_LIMIT_BYTES,
        signal: AbortSignal.timeout(CALL_DEADLINE_MS),
      }),
    onError: (error) => {
      throw new ContentUnavailable(kindOf(error));
    },
  };
  return contentful.createClient(params).withoutLinkResolution;
}

/** Options that `contentful` hands on to `contentful-sdk-core`, which declares them. */
interface PassedOn {
  onBeforeRequest(request: object): object;
  onError(error: unknown): never;
}

const TIMEOUT_CODES = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED']);

function kindOf(error: unknown): FailureKind {
  const { code, response } =
    isRecord(error) || error instanceof Error
      ? (error as { code?: string; response?: unknown })
      : {};
  if (TIMEOUT_CODES.has(code ?? '')) return 'timeout';
  if (!isRecord(response)) return 'refused';
  switch (response.status) {
    case 200:
      return 'malformed'; // cut off, or larger than any list of posts
    case 401:
    case 403:
      return 'unauthorised';
    case 429:
      return 'rate_limited';
    default:
      return 'http';
  }
}
