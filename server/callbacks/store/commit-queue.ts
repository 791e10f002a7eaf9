interface Waiting {
  line: string;
  stored(): void;
  failed(error: unknown): void;
}

/**
 * Group commit: lines that arrive while the disk is busy are written and synced together, so a
 * burst costs few syncs.
 */
export class CommitQueue {
  readonly #schedule: (commit: () => Promise<void>) => void;
  readonly #write: (bytes: Buffer) => Promise<void>;
  #waiting: Waiting[] = [];

  /** `schedule` runs a commit when the disk is free; `write` resolves when its bytes are on it. */
  constructor(
    schedule: (commit: () => Promise<void>) => void,
    write: (bytes: Buffer) => Promise<void>,
  ) {
    this.#schedule = schedule;
    this.#write = write;
  }

  /** Resolves when the line is on the disk; rejects when it is not. */
  add(line: string): Promise<void> {
    return new Promise((stored, failed) => {
      this.#waiting.push({ line, stored, failed });
      if (this.#waiting.length === 1) this.#schedule(() => this.#commit());
    });
  }

  async #commit(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      await this.#write(Buffer.from(batch.map(({ line }) => line).join('')));
      for (const { stored } of batch) stored();
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  }
}
