import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ManagementStandIn } from '../test/stand-ins/management.ts';
import { temporaryFolder } from '../test/support/blog.ts';
import { startJsonSite } from '../test/support/json-site.ts';

const run = promisify(execFile);

test('an empty space becomes a blog without faults by the import that the documents name', {
  timeout: 240_000,
}, async () => {
  const management = new ManagementStandIn();
  const host = await management.start();
  onTestFinished(() => management.stop());
  const config = join(await temporaryFolder(), 'import.json');
  const options = {
    ...{ host, hostUpload: host, insecure: true, rateLimit: 1000, useVerboseRenderer: true },
    ...{ spaceId: 'space', managementToken: 'token', errorLogFile: `${config}.log` },
    ...{ contentFile: 'content/blog.json', uploadAssets: true, assetsDirectory: '.' },
  };
  writeFileSync(config, JSON.stringify(options));
  const { stdout: found } = await run('sh', ['-c', 'command -v contentful-import']);
  const program = await realpath(found.trim());
  const { stdout } = await run(process.execPath, [program, '--config', config]);
  expect(stdout).toContain('The import was successful.');
  expect(management.unknown).toEqual([]);

  const space = JSON.parse(readFileSync('content/blog.json', 'utf8'));
  const [entries, assets] = [management.published('entries'), management.published('assets')];
  expect([entries.length, assets.length]).toEqual([space.entries.length, space.assets.length]);
  const [blogPost] = management.published('content_types');
  const root = '/spaces/space/environments/master';
  const query = 'content_type=blogPost&include=2&order=sys.id&limit=50&skip=0';
  const answer = (body: object) => ({ status: 200, body: JSON.stringify(body) });
  const service = await startJsonSite({
    [`${root}/content_types/blogPost`]: answer(blogPost ?? {}),
    [`${root}/entries?${query}`]: answer({
      ...{ sys: { type: 'Array' }, total: entries.length, items: entries },
      includes: { Asset: assets },
    }),
  });
  onTestFinished(() => void service.close());
  const env = {
    CONTENTFUL_SPACE_ID: 'space',
    CONTENTFUL_ACCESS_TOKEN: 'token',
    CONTENTFUL_HOST: service.origin,
  };
  const { stdout: checked } = await run(process.execPath, ['dist/server/content-check.js'], {
    env,
  });
  expect(checked).toContain(`${entries.length} posts in the space`);
  expect(checked).not.toContain('Cannot be shown');
});
