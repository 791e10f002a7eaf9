import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { expandBraces, GROUPS } from './groups.ts';

/** The least percentage of the changes that a test has to notice. */
const MIN_SCORE = 85;
const STATUSES = ['Killed', 'Timeout', 'Survived', 'NoCoverage'] as const;

type Counts = Record<(typeof STATUSES)[number], number>;

const detected = ({ Killed, Timeout }: Counts) => Killed + Timeout;
const all = (counts: Counts) => STATUSES.reduce((sum, status) => sum + counts[status], 0);
const scoreOf = (counts: Counts) => (100 * detected(counts)) / all(counts);
const none = (): Counts => ({ Killed: 0, Timeout: 0, Survived: 0, NoCoverage: 0 });

/**
 * Changes the files of a group, or those chosen of it, in small ways, one at a time, and counts what
 * its tests notice.
 */
async function measure(name: string, chosen: string[]): Promise<Map<string, Counts>> {
  const group = GROUPS[name];
  if (!group) throw new Error(`there is no group ${name}: ${Object.keys(GROUPS).join(', ')}`);
  for (const file of [...group.mutate, ...group.tests].flatMap(expandBraces))
    if (globSync(file).length === 0) throw new Error(`no file is ${file}`);
  process.env.MUTATION_GROUP = name;
  const results = await new Stryker({
    mutate: chosen.length > 0 ? chosen : group.mutate,
    testRunner: 'vitest',
    // The group names its tests: which are related need not be looked for at each change.
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    coverageAnalysis: group.inThread ? 'off' : 'perTest',
    incremental: true,
    incrementalFile: `test-results/mutation-${name}.json`,
    // Far more than there are cores: most of the time is spent waiting for tests that a change halts.
    concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 10),
    // Longer than any test may take: on a busy machine slow is not noticed.
    timeoutMS: 120_000,
    tempDirName: 'test-results/mutation',
    ignorePatterns: ['/data', '/test-results', '/test/browser', '/dist-development'],
    // TypeScript 7 has no API that Stryker could read a configuration with.
    tsconfigFile: 'none',
    // Its comment at the head of every script would change what is served.
    disableTypeChecks: false,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: {
      allowColor: false,
      allowEmojis: false,
      logTests: false,
      reportTests: false,
      reportScoreTable: false,
    },
    allowConsoleColors: false,
  }).runMutationTest();
  const files = new Map<string, Counts>();
  for (const { fileName, status } of results) {
    const counts = files.get(fileName) ?? none();
    files.set(fileName, counts);
    if (status in counts) counts[status as keyof Counts] += 1;
  }
  return files;
}

const files = new Map<string, Counts>();
// npm run test:mutation -- blog server/content/content.ts
const chosen = process.argv.slice(2).filter((word) => word.includes('/'));
const names = process.argv.slice(2).filter((word) => !word.includes('/'));
for (const name of names.length > 0 ? names : Object.keys(GROUPS))
  for (const [file, counts] of await measure(name, chosen)) files.set(file, counts);

const total = none();
const row = (name: string, counts: Counts) =>
  `| ${[name, all(counts), ...STATUSES.map((status) => counts[status]), `${scoreOf(counts).toFixed(0)} %`].join(' | ')} |`;
console.log('| file | changes | noticed | timed out | survived | not run | score |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const [file, counts] of [...files].sort()) {
  for (const status of STATUSES) total[status] += counts[status];
  console.log(row(`\`${relative('.', file)}\``, counts));
}
console.log(row('all', total));
process.exitCode = scoreOf(total) >= MIN_SCORE ? 0 : 1;
