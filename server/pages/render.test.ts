import { expect, test } from 'vitest';
import { readAssets } from '../http/assets.ts';
import { createHeadWriter } from '../seo/Seo.tsx';
import { readerOf } from './load.ts';
import { createRenderer } from './render.tsx';

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('a page whose shell cannot be rendered leaves no timer behind', async () => {
  const assets = readAssets('dist');
  const renderer = createRenderer(assets, createHeadWriter(assets));
  const before = timers();
  const site = null as never;
  const request = { path: '/', page: 'home', blog: readerOf({}), site, scripted: true } as const;
  for (let turn = 0; turn < 20; turn += 1)
    await expect(renderer(request)(() => {})).rejects.toThrow();
  expect(timers()).toBeLessThan(before + 10);
});
