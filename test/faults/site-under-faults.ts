import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryFolder } from '../support/site-file.ts';
import { type SiteProcess, spawnSite } from '../support/site-process.ts';
import type { Fault, Shape } from './kinds.ts';
import { ask } from './workload.ts';

const OPTIONS = [
  ...['--disable-warning=ExperimentalWarning', '--enable-source-maps'],
  `--import=${resolve('test/faults/injector.ts')}`,
];

/** The site with the injector as a process, and the order for its next failure. */
export class SiteUnderFaults {
  readonly folder = temporaryFolder();
  readonly #program: string;
  #number = 0;
  #read = 0;
  site!: SiteProcess;

  constructor(dist: string) {
    this.#program = join(dist, 'server/index.js');
    writeFileSync(join(this.folder, 'reached'), '');
  }

  async spawn(environment: Record<string, string>): Promise<void> {
    this.site = await spawnSite({ ...environment, FAULTS: this.folder }, OPTIONS, this.#program);
  }

  async kill(): Promise<void> {
    this.site.process.kill('SIGKILL');
    await this.site.ended;
  }

  async untilReady(limitMs = 60_000): Promise<boolean> {
    for (const end = Date.now() + limitMs; Date.now() < end && this.isAlive; await delay(30))
      if ((await ask(this.site.url, '/readyz')).status === 200) return true;
    return false;
  }

  /** Returns the uncaught errors since the last look. */
  uncaught(): string {
    const file = join(this.folder, 'uncaught');
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    rmSync(file, { force: true });
    return text;
  }

  get isAlive(): boolean {
    const { exitCode, signalCode } = this.site.process;
    return exitCode === null && signalCode === null;
  }

  /** Returns the calls that were reached since the last look, with the shape of their results. */
  reached(): Map<string, Shape> {
    const text = readFileSync(join(this.folder, 'reached'), 'utf8');
    const lines = text.slice(this.#read).split('\n').slice(0, -1);
    this.#read = text.length;
    return new Map(lines.map((line) => line.split('\t').reverse() as [string, Shape]));
  }

  /** Orders one failure: the next call at this site of the code fails. */
  order({ site, kind }: Fault): void {
    this.#number += 1;
    writeFileSync(join(this.folder, 'order.new'), [this.#number, site, kind].join('\t'));
    renameSync(join(this.folder, 'order.new'), join(this.folder, 'order'));
  }

  disarm(): void {
    rmSync(join(this.folder, 'order'), { force: true });
  }

  /** Resolves to true when the last ordered failure has come, to false after `limitMs`. */
  async fired(limitMs: number): Promise<boolean> {
    const file = join(this.folder, 'fired');
    for (const end = Date.now() + limitMs; ; await delay(20)) {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      if (text.split('\n').includes(String(this.#number))) return true;
      if (Date.now() > end) return false;
    }
  }
}
