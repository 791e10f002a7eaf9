import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { STATIC_PATHS } from '../../shared/addresses.ts';
import { startSite } from '../support/site.ts';
import { COMFORTS } from './comforts.ts';
import { FLOORS, isBeyondFloors, since } from './compatibility.ts';
import { featuresOfCss, featuresOfHtml, featuresOfScript } from './features-in-use.ts';

/** Features of the built site that one of the oldest browsers lacks. */
async function newFeatures(): Promise<string[]> {
  const { url } = await startSite();
  const used: Set<string>[] = [];
  for (const path of [...STATIC_PATHS, '/blogs/credit-hire-in-plain-english', '/no-such-page']) {
    const html = await (await fetch(url + path)).text();
    const [, css = ''] = /<style[^>]*>(.*?)<\/style>/s.exec(html) ?? [];
    used.push(featuresOfHtml(html), featuresOfCss(css));
  }
  for await (const file of glob('dist/public/**/*.{css,js}')) {
    // Of Contentful's, for drafts alone: its web app asks for newer browsers.
    if (file.includes('/live-preview-')) continue;
    const text = await readFile(file, 'utf8');
    used.push(file.endsWith('.css') ? featuresOfCss(text) : featuresOfScript(text));
  }
  return [...new Set(used.flatMap((paths) => [...paths]))].filter(isBeyondFloors).sort();
}

const covers = (path: string) => (feature: string) => `${feature}.`.startsWith(`${path}.`);

test('whatever the oldest browsers lack is a comfort, and the documents say what is left out', async () => {
  const features = await newFeatures();
  const known = Object.values(COMFORTS).flat();
  expect(features.filter((feature) => !known.some((path) => covers(path)(feature)))).toEqual([]);
  expect(known.filter((path) => !features.some(covers(path)))).toEqual([]);

  const rows = Object.entries(COMFORTS).map(([without, paths]) => {
    const versions = FLOORS.map(({ name }) => Math.max(...paths.map((path) => since(path, name))));
    const cells = versions.map((version) => (Number.isFinite(version) ? version : 'none'));
    const names = paths.map((path) => `\`${path.split('.').slice(2).join('.')}\``);
    return `| ${[...new Set(names)].join(', ')} | ${cells.join(' | ')} | ${without} |\n`;
  });
  const browsers = FLOORS.map(({ name, version }) => `${name} (${version})`);
  const table = `| feature | ${browsers.join(' | ')} | without it |\n|---|${'---|'.repeat(browsers.length + 1)}\n${rows.join('')}`;
  expect(await readFile('docs/quality.md', 'utf8')).toContain(table);
});
