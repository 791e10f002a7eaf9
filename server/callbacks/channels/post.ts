import type { Attempt } from './channel.ts';

/** A receiver's deadline for the whole exchange, in milliseconds. */
export const POST_DEADLINE_MS = 10_000;
/** Client errors that may pass (RFC 9110 408, RFC 8470 425, RFC 6585 429). */
const PASSING = new Set([408, 425, 429]);

/**
 * Posts once. A redirect counts as a failure and is not followed: the record would go to an address
 * nobody configured.
 * @param taken decides whether a 2xx means that the receiver has taken it
 */
export async function post(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
  taken: (response: Response) => Promise<boolean>,
  deadlineMs = POST_DEADLINE_MS,
): Promise<Attempt> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    });
    const { status, ok } = response;
    if (ok && (await taken(response))) return { kind: 'delivered' };
    if (!response.bodyUsed) response.body?.cancel().catch(() => {});
    const reason = `HTTP ${status}`;
    return status >= 400 && status < 500 && !PASSING.has(status)
      ? { kind: 'refused', reason }
      : { kind: 'retry', reason };
  } catch (error) {
    return { kind: 'retry', reason: reasonOf(error as Error) };
  }
}

/** fetch hides the socket's error in the cause. */
function reasonOf({ name, cause }: Error): string {
  const { code, name: said = name } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  return code ?? said;
}
