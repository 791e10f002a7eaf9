import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit, type Store } from 'express-rate-limit';

export const RATE_WINDOW_MS = 10 * 60 * 1000;
/** Clients remembered at once; the memory stays bounded however many addresses an attacker has. */
const CLIENT_LIMIT = 50_000;
/**
 * A household or a company has one of these; a single machine has 2^64 addresses in it (RFC 6177).
 */
const IPV6_PREFIX = 64;

class TooMany extends Error {
  readonly waitSeconds: number;
  constructor(waitSeconds: number) {
    super('too many callback requests');
    this.waitSeconds = waitSeconds;
  }
}

/**
 * Counts callback requests by client: `limit` in 10 minutes. Only requests that passed the checks
 * are counted: who corrects a mistyped form is not locked out by it.
 * @returns the seconds that this client has to wait, 0 when it may go on.
 */
export function createRateLimit(
  limit: number,
): (request: Request, response: Response) => Promise<number> {
  const limiter: RequestHandler = rateLimit({
    windowMs: RATE_WINDOW_MS,
    limit,
    store: new BoundedStore(),
    standardHeaders: false,
    legacyHeaders: false,
    // Its advice goes to console.error for every misdirected X-Forwarded-For; TRUST_PROXY is
    // checked at start.
    validate: false,
    keyGenerator: (request) => ipKeyGenerator(request.ip ?? '', IPV6_PREFIX),
    handler: (request, _response, next) => {
      const { resetTime } = (request as Request & { rateLimit: { resetTime: Date } }).rateLimit;
      next(new TooMany(Math.max(1, Math.ceil((resetTime.getTime() - Date.now()) / 1000))));
    },
  });
  return (request, response) =>
    new Promise((resolve, reject) => {
      limiter(request, response, (error) => {
        if (error instanceof TooMany) resolve(error.waitSeconds);
        else if (error) reject(error);
        else resolve(0);
      });
    });
}

/** Counts in memory, for at most `capacity` clients: the one that began longest ago makes room. */
export class BoundedStore implements Store {
  readonly localKeys = true;
  readonly #capacity: number;
  readonly #clients = new Map<string, { totalHits: number; resetTime: Date }>();

  constructor(capacity = CLIENT_LIMIT) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#clients.size;
  }

  increment(key: string) {
    const now = Date.now();
    let client = this.#clients.get(key);
    if (!client || client.resetTime.getTime() <= now) {
      this.#clients.delete(key);
      this.#makeRoom(now);
      client = { totalHits: 0, resetTime: new Date(now + RATE_WINDOW_MS) };
      this.#clients.set(key, client);
    }
    client.totalHits++;
    return client;
  }

  decrement(key: string): void {
    const client = this.#clients.get(key);
    if (client && client.totalHits > 0) client.totalHits--;
  }

  resetKey(key: string): void {
    this.#clients.delete(key);
  }

  #makeRoom(now: number): void {
    for (const [key, { resetTime }] of this.#clients) {
      if (resetTime.getTime() > now && this.#clients.size < this.#capacity) return; // in order of their windows
      this.#clients.delete(key);
    }
  }
}
