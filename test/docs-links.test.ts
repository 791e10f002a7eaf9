import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { STATIC_PATHS } from '../shared/routes.ts';

const DOCUMENTS = globSync('{*,docs/**/*}.md');
const { scripts, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: object;
  version: string;
};

/** Returns the anchor that the usual forges make of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (document: string) =>
  [...readFileSync(document, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    anchorOf(text),
  );

test('the README leads to every document, itself or by way of one that it names', () => {
  const reached = new Set(['README.md']);
  for (const document of reached)
    for (const [, target = ''] of readFileSync(document, 'utf8').matchAll(/\]\(([\w./-]+\.md)/g))
      reached.add(join(dirname(document), target));
  expect([...reached].sort()).toEqual([...DOCUMENTS].sort());
});

test('the newest version in the changelog is that of package.json, with its date', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, text]) => text);
  const released = headings.filter((heading) => heading !== '[Unreleased]');
  expect(headings.slice(-released.length), 'what is unreleased comes first').toEqual(released);
  expect(released[0]).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/);
  expect(released[0]).toContain(`[${version}]`);
});

test.each(DOCUMENTS)('every file, link and npm script that %s names is there', (document) => {
  const text = readFileSync(document, 'utf8');
  // A recipe says 'new' before a file that the reader is going to make.
  const files = text.matchAll(
    /(?<!\bnew )`((?:server|shared|client|content|build|test|deploy|bench|docs|public)\/[\w./-]+)`/g,
  );
  for (const [, file = ''] of files) expect(existsSync(file), file).toBe(true);
  for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(?:https?|mailto):|^\//.test(target)) continue;
    const [path = '', anchor] = target.split('#');
    const file = path ? join(dirname(document), path) : document;
    expect(existsSync(file), target).toBe(true);
    if (anchor) expect(anchorsIn(file), target).toContain(anchor);
  }
  for (const [, script = ''] of text.matchAll(/(?:`|^)npm run ([\w:]+)/gm))
    expect(scripts, script).toHaveProperty([script]);
});

test('the specification has every page, on which docs/interface.md relies', () => {
  const specification = readFileSync('docs/specification.md', 'utf8');
  for (const path of STATIC_PATHS) expect(specification).toContain(`\`${path}\``);
});

/** Half as many again as a document should have: fewer are read to their end. */
const MOST_LINES = 300;

test.each(DOCUMENTS)('%s is short enough to be read', (document) => {
  expect(readFileSync(document, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(
    MOST_LINES,
  );
});
