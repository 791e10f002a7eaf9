import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { overrideContent } from '../../test/support/blog.ts';
import { sharedSite } from '../../test/support/site.ts';
import { createApp } from '../app.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const PAGES = 20;
const PERSON = { 'User-Agent': 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Safari/604.1' };

test('pages that were streamed while the content service hung are let go of', async () => {
  const site = await sharedSite();
  const silent = { state: 'unavailable', retryAfterSeconds: 1, isSilent: true } as const;
  const content = overrideContent(site.content, { lookup: () => silent, peek: () => null });
  const answers: WeakRef<ServerResponse>[] = [];
  const server = createServer(createApp({ ...site, content }));
  server.on('request', (_request, response) => void answers.push(new WeakRef(response)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  for (let page = 0; page < PAGES; page += 1) {
    const address = `http://127.0.0.1:${port}/blogs${page % 2 ? '/a-post' : ''}`;
    const response = await fetch(address, { headers: PERSON });
    expect(await response.text()).toContain('Loading...');
  }
  server.closeAllConnections();
  const kept = async () => {
    await pause(20);
    collectGarbage();
    return answers.filter((answer) => answer.deref()).length;
  };
  // The last ones may still be in the engine's hands.
  await expect.poll(kept).toBeLessThan(PAGES / 4);
  expect(answers).toHaveLength(PAGES);
});
