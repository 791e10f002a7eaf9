import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Returns what each file of the site imports from the site: types and lazily loaded pages included.
 */
async function readImports(): Promise<Map<string, string[]>> {
  const imports = new Map<string, string[]>();
  for await (const file of glob('{server,shared,client}/**/*.{ts,tsx}')) {
    const text = await readFile(file, 'utf8');
    const named = text.matchAll(/\b(?:from|import) ?\(?\s*'(\.[^']+)'/g);
    imports.set(
      file,
      [...named].map(([, path]) => join(file, '..', path as string)),
    );
  }
  return imports;
}

/** Lists every circle of imports, once. */
function circlesIn(imports: Map<string, string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: string[]) => {
    const start = way.indexOf(file);
    if (start >= 0) circles.push([...way.slice(start), file].join(' -> '));
    if (start >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}

test('no file imports itself by way of others, types included', async () => {
  const imports = await readImports();
  expect(imports.get('shared/pages.ts')).toContain('shared/pages/About.tsx');
  expect(imports.get('server/app.ts')).toContain('server/pages/pages.ts');
  expect(circlesIn(imports)).toEqual([]);
});

/** The floors of the site: a file imports from its own room and from floors below. */
const FLOORS = [
  ['shared', 'content', 'server/ops'],
  ['client', 'server/config', 'server/http', 'server/database'],
  ['server/blog'],
  ['server/content', 'server/callbacks', 'server/start.ts'],
  ['server/pages', 'server/seo', 'server/watch-owner-folder.ts'],
  ['server/endpoints.ts'],
  ['server/app.ts'],
  ['server/site.ts'],
  ['server/index.ts'],
];

const roomOf = (file: string) =>
  file.startsWith('server/') ? file.split('/', 2).join('/') : (file.split('/', 1)[0] as string);

test('no room imports from one on its own floor or above, types included', async () => {
  const floorOf = (room: string) => FLOORS.findIndex((rooms) => rooms.includes(room));
  const imports = [...(await readImports())].filter(([file]) => !file.includes('.test.'));
  const wrong = imports.flatMap(([file, imported]) =>
    imported
      .filter((other) => roomOf(other) !== roomOf(file))
      .filter((other) => floorOf(roomOf(file)) <= floorOf(roomOf(other)))
      .map((other) => `${file} -> ${other}`),
  );
  expect(wrong).toEqual([]);
  const rooms = new Set(imports.map(([file]) => roomOf(file)));
  expect([...rooms].filter((room) => floorOf(room) < 0)).toEqual([]);
});
