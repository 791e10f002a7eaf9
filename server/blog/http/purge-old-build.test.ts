import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { STATIC_PATHS } from '../../../shared/addresses.ts';
import { somePosts, startContentfulStandIn } from '../../../test/stand-ins/contentful-stand-in.ts';
import { openFilledLibrary } from '../../../test/support/library.ts';
import { serve } from '../../../test/support/serve.ts';
import { purgeOldBuild } from './purge-old-build.ts';

test('the first start of a build purges every page, again once the old build is gone, and later starts none', async () => {
  const purged: string[] = [];
  const url = await serve((request, response) => {
    purged.push(`${request.method} ${request.url}`);
    response.end();
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'purge-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const service = await startContentfulStandIn();
  service.entries = somePosts(25);
  const { library } = await openFilledLibrary(service);
  const start = (build: string) =>
    purgeOldBuild({
      url,
      build,
      dataDir,
      library,
      log: pino({ enabled: false }),
      goneMs: 0,
    });

  await start('first');
  const slugs = library.known().map(({ slug }) => `/blogs/${slug}`);
  expect(slugs).toHaveLength(25);
  const pages = [...STATIC_PATHS, ...slugs, '/sitemap.xml', '/feed.xml'];
  expect(new Set(purged)).toEqual(
    new Set([...pages, '/blogs/page/2'].map((path) => `PURGE ${path}`)),
  );
  expect(purged).toHaveLength(2 * new Set(purged).size);

  purged.length = 0;
  await start('first');
  expect(purged).toEqual([]);
  await start('second');
  expect(purged).not.toEqual([]);
});
