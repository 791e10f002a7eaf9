import type { Logger } from 'pino';
import type { Metrics } from '../../ops/metrics.ts';
import type { CatalogueEntry } from '../source/source.ts';

/**
 * Says which entries of the blog are left out, and why: each fault is logged once, for editors to
 * mend.
 */
export class LeftOut {
  readonly #log: Logger;
  readonly #metrics: Pick<Metrics, 'contentLeftOut'>;
  readonly #said = new Set<string>();

  constructor({ log, metrics }: { log: Logger; metrics: Pick<Metrics, 'contentLeftOut'> }) {
    this.#log = log;
    this.#metrics = metrics;
  }

  /** @param entries all that are left out now */
  report(entries: readonly CatalogueEntry[]): void {
    this.#metrics.contentLeftOut.set(entries.length);
    for (const { id, fault } of entries) {
      if (this.#said.has(`${id} ${fault}`)) continue;
      this.#said.add(`${id} ${fault}`);
      this.#log.warn({ entry: id, reason: fault }, 'an entry of the blog is not shown');
    }
  }
}
