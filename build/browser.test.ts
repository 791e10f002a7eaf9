import { readFile } from 'node:fs/promises';
import { build, type Plugin } from 'esbuild';
import { expect, test } from 'vitest';
import { unusedCode } from './browser.ts';
import { HYDRATE } from './chunks.ts';
import { common } from './options.ts';

/** All scripts of the pages, with the names that the sources have, and the files they come from. */
async function bundlePages(plugins: Plugin[]): Promise<{ script: string; sources: string[] }> {
  const { outputFiles, metafile } = await build({
    ...common({ development: false }),
    entryPoints: [HYDRATE],
    define: { 'process.env.NODE_ENV': '"production"', STYLESHEET: '""' },
    minify: false,
    outdir: 'in-memory',
    plugins,
    write: false,
  });
  return {
    script: outputFiles.map(({ text }) => text).join('\n'),
    sources: Object.keys(metafile.inputs),
  };
}

test('what the build takes out of React Router belongs to classes that no page uses, or is for developers', async () => {
  const whole = await bundlePages([]);
  const lean = await bundlePages([unusedCode]);
  const router = whole.sources.filter((file) => /\/react-router\/.+\.mjs$/.test(file));
  const texts = await Promise.all(router.map((file) => readFile(file, 'utf8')));
  const needContext = texts.flatMap((text) =>
    [...text.matchAll(/^(\w+)\.contextType = /gm)].map(([, name]) => `${name} = class`),
  );
  expect(needContext.filter((name) => whole.script.includes(name))).not.toEqual([]);
  expect(needContext.filter((name) => lean.script.includes(name))).toEqual([]);
  for (const unused of ['objectProtoNames', '_hmrRoutes']) {
    expect(whole.script).toContain(unused);
    expect(lean.script).not.toContain(unused);
  }
});
