import { isConnected, OfflineError } from './connection.ts';
import { CHUNK_LOAD_TIMEOUT_MS } from './constants.ts';

/**
 * A page's script could not be loaded: names the chunk and the kind of failure
 * (docs/specification.md, section 5).
 */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
  readonly chunk: string;
  readonly kind: 'missing' | 'timeout';

  constructor(chunk: string, kind: 'missing' | 'timeout', options?: ErrorOptions) {
    super(`Loading chunk ${chunk} failed. (${kind})`, options);
    this.chunk = chunk;
    this.kind = kind;
  }
}

/**
 * Loads a lazy chunk within the limit of docs/specification.md, section 6.
 * @throws {OfflineError} without a connection
 * @throws {ChunkLoadError} `missing` when the script cannot be fetched or run, `timeout` after 120
 * s
 */
export async function loadChunk<T>(
  chunk: string,
  load: () => Promise<T>,
  timeoutMs = CHUNK_LOAD_TIMEOUT_MS,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(chunk, 'timeout')), timeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    if (!(await isConnected())) throw new OfflineError();
    throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError(chunk, 'missing', { cause });
  } finally {
    clearTimeout(timer);
  }
}
