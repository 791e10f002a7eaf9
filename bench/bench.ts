import { parseArgs } from 'node:util';
import { benchWarmPages } from './cached-pages.ts';
import { benchCrowd } from './overload.ts';
import { canPin } from './process.ts';
import { benchStart } from './start.ts';

// npm run bench -- --rounds 9 --seconds 2 warm crowd
const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '2' } },
  allowPositionals: true,
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const isAsked = (part: string) => positionals.length === 0 || positionals.includes(part);

console.log(canPin ? 'Servers and load on a core each.' : 'Servers and load share their cores.');
if (isAsked('warm')) console.log(`\n${await benchWarmPages(rounds, seconds)}`);
if (isAsked('start')) console.log(`\n${await benchStart(rounds)}`);
if (isAsked('crowd')) console.log(`\n${await benchCrowd(rounds)}`);
