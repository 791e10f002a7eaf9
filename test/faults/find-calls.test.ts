import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findCalls } from './find-calls.ts';

const sitesOf = (source: string) => findCalls(source, 'server/planted.ts').sites;

test.each([
  [
    `import { readFile } from 'node:fs/promises';
     const read = async () => readFile('a');`,
    'read > readFile',
  ],
  [
    `import http from 'node:http';
     class Planted { ask() { return http.get('http://a'); } }`,
    'Planted.ask > http.get',
  ],
  [
    `import { promisify } from 'node:util';
     import { gzip } from 'node:zlib';
     function small() { return promisify(gzip)('a'); }`,
    'small > gzip',
  ],
  [
    `import type { DatabaseSync } from 'node:sqlite';
     function ask(database: DatabaseSync) { database.prepare('SELECT 1'); }`,
    'ask > database.prepare',
  ],
  [
    `import { connect } from 'node:a-module-of-the-future';
     connect();`,
    'module > connect',
  ],
  [`const tell = () => fetch('http://a');`, 'tell > fetch'],
  [`setTimeout(() => work(), 5);`, 'module > setTimeout'],
])('a planted call is found without anybody naming it: %s', (source, site) => {
  expect(sitesOf(source)).toEqual([`server/planted.ts ${site}`]);
});

test('what only computes, settles a promise or is a type is no call to the outside', () => {
  const source = `import { join } from 'node:path';
    import type { Server } from 'node:http';
    import { own } from './own.ts';
    join(own('a'), 'b');
    setTimeout(() => done.resolve(), 5);`;
  expect(sitesOf(source)).toEqual([]);
});

test('what follows ?. is left out with it', () => {
  const source = `import { connect } from 'node:net';
    connect(names?.slice(1).join());`;
  expect(findCalls(source, 'server/planted.ts').code).toContain(", 'join')?.join()");
});

const files = globSync('server/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] });
const found = files.map((file) => findCalls(readFileSync(file, 'utf8'), file));

test('every module of Node that the server calls has its calls found', () => {
  const all = found.flatMap(({ sites }) => sites).join('\n');
  for (const callee of ['fetch', 'readFileSync', 'DatabaseSync', 'Worker', 'statfs'])
    expect(all).toContain(`> ${callee}`);
});

test('the work of every timer is guarded, but in a thread, whose end the site outlives', () => {
  const unguarded = found.flatMap((file) => file.unguarded);
  expect(unguarded.filter((site) => !site.startsWith('server/database/sqlite-worker.ts'))).toEqual(
    [],
  );
});
