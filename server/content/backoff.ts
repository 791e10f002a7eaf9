import type { Logger } from 'pino';
import type { ContentUnavailableError } from './content-error.ts';
import type { ContentType } from './source.ts';

const INITIAL_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;
/** The longest pause that the service can ask for. */
const MAX_RETRY_AFTER_MS = 600_000;

/** Failures that waiting does not mend, with the advice to log. */
const MISTAKES: { readonly [kind in ContentUnavailableError['kind']]?: string } = {
  unauthorised:
    'the content service refuses the access token: check CONTENTFUL_ACCESS_TOKEN and CONTENTFUL_SPACE_ID',
  setup:
    'the content service cannot find what the site asks for: check the space, environment, content type and field names',
};

export type Backoff = ReturnType<typeof createBackoff>;

/**
 * Spares a failing service: after each failure calls pause, twice as long each time, with jitter so
 * that several servers do not return at once, or as long as the service says.
 */
export function createBackoff(deps: {
  log: Pick<Logger, 'error' | 'warn' | 'info'>;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  random: () => number;
}) {
  const { log, now, random } = deps;
  let failures = 0;
  let retryAt = Number.NEGATIVE_INFINITY;
  /** The end of the pause that the service asked for. */
  let requestedUntil = Number.NEGATIVE_INFINITY;
  let kind: ContentUnavailableError['kind'] | null = null;
  const pauseMs = (): number => Math.max(0, retryAt - now());
  /** Returns the seconds until the next attempt makes sense, at least 1. */
  const retryAfterSeconds = (): number => Math.max(1, Math.ceil(pauseMs() / 1000));

  function lengthenPause(requestedMs: number): void {
    requestedUntil = Math.max(requestedUntil, now() + Math.min(MAX_RETRY_AFTER_MS, requestedMs));
    retryAt = Math.max(retryAt, requestedUntil);
    if (pauseMs() > 0) return; // calls that were in flight together count as one failure
    const delayMs = Math.min(MAX_DELAY_MS, INITIAL_DELAY_MS * 2 ** failures);
    failures += 1;
    retryAt = now() + delayMs * (0.5 + random() / 2);
  }

  return {
    pauseMs,
    retryAfterSeconds,

    /** Notes and logs the failure of one part, or of all together. */
    failed(error: Pick<ContentUnavailableError, 'kind' | 'details'>, type?: ContentType): void {
      kind = error.kind;
      lengthenPause((error.details.retryAfterSeconds ?? 0) * 1000);
      const details = { type, kind, ...error.details, retryAfterSeconds: retryAfterSeconds() };
      const mistake = MISTAKES[kind];
      if (mistake) log.error(details, mistake);
      else log.warn(details, 'the content service gave no usable answer');
    },

    succeeded(): void {
      if (kind !== null) log.info('the content service answers again');
      failures = 0;
      retryAt = Number.NEGATIVE_INFINITY;
      requestedUntil = Number.NEGATIVE_INFINITY;
      kind = null;
    },

    /** Notes the end of a pause within a read, which goes on. */
    resumed(): void {
      kind = null;
      retryAt = Number.NEGATIVE_INFINITY;
    },

    /** Returns the part of the pause that the service asked for. */
    requestedPauseMs: (): number => Math.max(0, requestedUntil - now()),

    isFailing: (): boolean => kind !== null,
    /** Tells whether the service has said nothing so far, so that waiting for it may help. */
    isSilent: (): boolean => kind === null || kind === 'timeout',
  };
}
