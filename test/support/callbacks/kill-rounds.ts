import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readCallbacks } from './stores.ts';

const WRITER = join(import.meta.dirname, 'callback-writer.ts');
const LONGEST_LIFE_MS = 60;
/** Of a test; `KILL_ROUNDS=200` makes more of them. */
export const ROUNDS = Number(process.env.KILL_ROUNDS ?? 15);
/** Time-out of a test of so many, in milliseconds. */
export const ROUNDS_MS = 60_000 + ROUNDS * 5000;

interface KillResult {
  acknowledged: number;
  /** Acknowledged requests that are not in the store. */
  lost: string[];
  /** Requests that are in it more than once. */
  repeated: string[];
}

/**
 * Kills a writing process with SIGKILL again and again, on one store, and compares what it
 * acknowledged with what is there.
 */
export async function killRounds(place: string): Promise<KillResult> {
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++)
    acknowledged.push(...(await writeUntilKilled(place, `round${round}`)));
  // A last, undisturbed process recovers the store.
  acknowledged.push(...(await writeUntilKilled(place, 'last', 5)));
  const counts = new Map<string, number>();
  for (const { fields } of await readCallbacks(place))
    counts.set(fields.name, (counts.get(fields.name) ?? 0) + 1);
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((name) => !counts.has(name)),
    repeated: [...counts].filter(([, count]) => count > 1).map(([name]) => name),
  };
}

async function writeUntilKilled(place: string, prefix: string, count?: number): Promise<string[]> {
  const writer = spawn(
    process.execPath,
    [WRITER, place, prefix, ...(count ? [String(count)] : [])],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(writer, 'close');
  let output = '';
  writer.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  await once(writer.stdout, 'data');
  if (count === undefined) {
    await delay(Math.random() * LONGEST_LIFE_MS);
    writer.kill('SIGKILL');
  }
  await ended;
  return output
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('+ '))
    .map((line) => line.slice(2));
}
