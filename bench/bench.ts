import { parseArgs } from 'node:util';
import { benchAbuse } from './abuse.ts';
import { benchColdRender } from './cold.ts';
import { benchGrowth } from './growth.ts';
import { pinned } from './process.ts';
import { benchSlowService } from './slow.ts';
import { benchStart } from './start.ts';
import { benchWarmPages } from './warm.ts';

const PARTS = {
  warm: ({ rounds, seconds }) => benchWarmPages({ rounds, seconds }),
  cold: ({ rounds, seconds }) => benchColdRender({ rounds, seconds }),
  start: ({ rounds }) => benchStart(rounds * 2),
  slow: () => benchSlowService(),
  abuse: ({ rounds, seconds }) => benchAbuse({ rounds, seconds }),
  growth: ({ rounds, seconds }) => benchGrowth({ rounds, seconds }),
} satisfies Record<string, (effort: { rounds: number; seconds: number }) => Promise<string>>;

// npm run bench -- --rounds 9 --seconds 2 warm cold
const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '2' } },
  allowPositionals: true,
});
const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
console.log(pinned ? 'Servers and load on a core each.' : 'Servers and load share their cores.');
for (const [name, measure] of Object.entries(PARTS))
  if (positionals.length === 0 || positionals.includes(name))
    console.log(`\n${await measure(effort)}`);
