import { writeFileSync } from 'node:fs';

interface Entry {
  site: string;
  kind: string;
  /** While it serves visitors, unless it is said. */
  when?: 'start' | 'stop';
  outcome:
    | 'held'
    | 'said why'
    | 'not ready'
    | 'ended'
    | 'unanswered'
    | 'next one wrong'
    | 'never ready';
  said: string;
}

/** Where nothing is left of a call that never settles, the site must say that it is not ready. */
const ALLOWED = ['held', 'said why', 'not ready'];

/** What became of every failure. */
export class Table {
  readonly #entries: Entry[] = [];

  add(entry: Entry): void {
    this.#entries.push(entry);
    if (process.env.FAULTS_LOG)
      writeFileSync(
        process.env.FAULTS_LOG,
        `${Object.values(entry).join(' | ').replaceAll('\n', ' ')}\n`,
        { flag: 'a' },
      );
  }

  has(site: string, kind: string, when?: string): boolean {
    return this.#entries.some(
      (each) => each.site === site && each.kind === kind && each.when === when,
    );
  }

  hasSite(site: string): boolean {
    return this.#entries.some((each) => each.site === site);
  }

  faults(): Entry[] {
    return this.#entries.filter(({ outcome }) => !ALLOWED.includes(outcome));
  }

  /** Counts by when and how calls failed. */
  markdown(): string {
    const groups = Map.groupBy(
      this.#entries,
      ({ when, kind }) => `${when === undefined ? 'while it serves' : `at the ${when}`} | ${kind}`,
    );
    const row = (name: string, entries: Entry[]) => {
      const places = new Set(entries.map(({ site }) => site)).size;
      const counts = ALLOWED.map(
        (each) => entries.filter(({ outcome }) => outcome === each).length,
      );
      return [name, places, entries.length, ...counts].join(' | ');
    };
    return [
      'when | a call | places | faults | goes on | ends at the start and says why | says that it is not ready',
      '--- | --- | --: | --: | --: | --: | --:',
      ...[...groups].sort().map(([name, entries]) => row(name, entries)),
      row('all |', this.#entries),
    ]
      .map((line) => `| ${line} |`)
      .join('\n');
  }
}
