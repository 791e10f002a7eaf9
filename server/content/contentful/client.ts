import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { ContentfulClientApi, CreateClientParams } from 'contentful';
import { lazyAsync, withTimeout } from '../../ops/async.ts';
import { asUnavailable, ContentUnavailableError, toContentError } from '../content-error.ts';
import { parseJson } from '../parse/entry-fields.ts';

export interface ContentfulSettings {
  space: string;
  environment: string;
  accessToken: string;
  /** The origin of the delivery or the preview API. */
  origin: string;
  /** Milliseconds for a call: 15,000 except in tests. */
  deadlineMs?: number;
  /** The most calls that start in a second: 30 except in a test. */
  callsPerSecond?: number;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
  /** Called after each call with its name and outcome: ok, or the kind of failure. */
  onCall?: (call: string, outcome: string) => void;
}

type Sdk = ContentfulClientApi<'WITHOUT_LINK_RESOLUTION'>;

/**
 * The deadline of a call up to the last byte of a response. No visitor waits this long: it serves
 * the next one.
 */
const CALL_TIMEOUT_MS = 15_000;
const CALLS_PER_SECOND = 30;
/** The most connections at a time: each holds a response, as text and as objects. */
export const MAX_CONCURRENT_CALLS = 8;
/** The largest response. Twenty long posts with everything they link to are far smaller. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** The longest pause that the service can ask for. */
const MAX_PAUSE_SECONDS = 600;
/**
 * The time after which an idle connection is closed, before the service can close it just as a call
 * is sent.
 */
const KEEP_ALIVE_TIMEOUT_MS = 4000;

/**
 * Makes one attempt of a call, which has a name for the metrics. It rejects with a
 * `ContentUnavailableError` alone.
 */
export type Call = <T>(name: string, send: (sdk: Sdk) => Promise<T>) => Promise<T>;

/**
 * Creates the function that calls Contentful. It makes no call in a pause for which a 429 asked. The
 * SDK is loaded with the first call. Its own resolution of links would copy the response and make
 * circular objects; its retries would hide the pause.
 */
export function createCaller(settings: ContentfulSettings): Call {
  const { accessToken, deadlineMs = CALL_TIMEOUT_MS, onCall } = settings;
  const { now = () => performance.now() } = settings;
  let pausedUntil = Number.NEGATIVE_INFINITY;

  function assertNoPause(): void {
    const seconds = Math.ceil((pausedUntil - now()) / 1000);
    if (seconds > 0)
      throw new ContentUnavailableError('rate_limited', {
        status: 429,
        retryAfterSeconds: seconds,
      });
  }

  function onError(reason: unknown): never {
    const error = toContentError(reason, accessToken);
    const { retryAfterSeconds = 0 } = error.details;
    if (error.kind === 'rate_limited')
      pausedUntil = Math.max(
        pausedUntil,
        now() + Math.min(MAX_PAUSE_SECONDS, retryAfterSeconds) * 1000,
      );
    throw error;
  }

  const newSdk = () =>
    lazyAsync(() => createSdk({ ...settings, deadlineMs, onError, assertNoPause }));
  let sdk = newSdk();

  return async (name, send) => {
    assertNoPause();
    try {
      const response = sdk().then(send);
      const body = await withTimeout(response, deadlineMs, () => {
        // The SDK's throttle goes by the clock of the day: set back, it would hold calls for as long.
        sdk = newSdk();
        response.catch(() => {}); // it is late, whatever becomes of it
        throw new ContentUnavailableError('timeout');
      });
      onCall?.(name, 'ok');
      return body;
    } catch (error) {
      // The SDK stumbles over a response that is not JSON, with whatever error that causes.
      const failure = asUnavailable(error);
      onCall?.(name, failure.kind);
      throw failure;
    }
  };
}

async function createSdk(
  settings: ContentfulSettings & {
    deadlineMs: number;
    onError: (error: unknown) => never;
    assertNoPause: () => void;
  },
): Promise<Sdk> {
  const contentful = await import('contentful');
  const { space, environment, accessToken, origin, deadlineMs, onError, assertNoPause } = settings;
  const { protocol, host } = new URL(origin);
  const connections = {
    keepAlive: true,
    timeout: KEEP_ALIVE_TIMEOUT_MS,
    maxSockets: MAX_CONCURRENT_CALLS,
  };
  // The last three are options that the SDK hands on to its core, which declares them.
  const params: CreateClientParams & {
    throttle: number;
    onBeforeRequest(request: object): object;
    onError(error: unknown): never;
  } = {
    space,
    environment,
    accessToken,
    host,
    insecure: protocol === 'http:',
    httpAgent: new HttpAgent(connections),
    httpsAgent: new HttpsAgent(connections),
    retryOnError: false,
    timeout: deadlineMs,
    logHandler: () => {},
    throttle: settings.callsPerSecond ?? CALLS_PER_SECOND,
    onBeforeRequest: (request) => {
      // A 429 may have come while the SDK's throttle held this call.
      assertNoPause();
      // A redirect would carry the token elsewhere. The SDK's time-out covers silence only; a
      // response that drips would get past it.
      return Object.assign(request, {
        maxRedirects: 0,
        maxContentLength: MAX_RESPONSE_BYTES,
        signal: AbortSignal.timeout(deadlineMs),
        transformResponse: [parseBody],
      });
    },
    onError,
  };
  return contentful.createClient(params).withoutLinkResolution;
}

/** Parses a response; undefined for one that is not JSON or is nested deeper than any content. */
function parseBody(body: unknown): unknown {
  return typeof body === 'string' && !isNestedDeeply(body) ? parseJson(body) : undefined;
}

/** The deepest nesting of arrays and objects: a rich text of 50 levels has some 110. */
const MAX_DEPTH = 500;

/**
 * Tells whether JSON is nested deeper than any content. Parsing 4 MB of `[` would take 10 s and 760 MB.
 */
function isNestedDeeply(json: string): boolean {
  let depth = 0;
  let isString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (isString && character === '\\') index += 1;
    else if (character === '"') isString = !isString;
    else if (!isString && (character === '[' || character === '{')) depth += 1;
    else if (!isString && (character === ']' || character === '}')) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
