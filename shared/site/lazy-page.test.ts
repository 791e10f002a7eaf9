import { expect, test } from 'vitest';
import { loadChunk } from './lazy-page.tsx';

test('a chunk that loads is handed over as it is', async () => {
  await expect(loadChunk('about', async () => 'page')).resolves.toBe('page');
});

test('a chunk that cannot be fetched raises an error that names it as missing', async () => {
  const failure = loadChunk('about', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(failure).rejects.toMatchObject({
    name: 'ChunkLoadError',
    message: 'Loading chunk about failed. (missing)',
  });
});

test('a chunk that never comes raises an error that names it and says it timed out', async () => {
  const failure = loadChunk('about', () => new Promise<never>(() => {}), 5);
  await expect(failure).rejects.toMatchObject({
    name: 'ChunkLoadError',
    message: 'Loading chunk about failed. (timeout)',
  });
});
