import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startPhp } from '../test/stand-ins/php.ts';

const FORM = { name: 'Ann', mobile: '07700 900123', email: 'ann@example.com', message: '' };

async function startExample(file: string) {
  const origin = await startPhp('deploy/php/contact.php', { CALLBACKS_FILE: file });
  return async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields);
    const answer = await fetch(`${origin}/contact.php`, { method: 'POST', body, headers });
    return [answer.status, await answer.json()];
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'php-backend-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('the example of a PHP backend has a request before it says ok, and each of them once', async () => {
  const file = join(newFolder(), 'callbacks.jsonl');
  const post = await startExample(file);
  const headers = { 'Idempotency-Key': 'id-1', 'X-Received-At': '2026-07-01T12:05:00.000Z' };
  expect(await post(FORM, headers)).toEqual([200, { ok: true }]);
  expect(await post(FORM, headers)).toEqual([200, { ok: true }]);
  expect(await post({ ...FORM, name: 'Bea' })).toEqual([200, { ok: true }]);
  expect(await post({ ...FORM, name: '' })).toEqual([422, { ok: false }]);
  const kept = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(kept).toEqual([
    { id: 'id-1', receivedAt: '2026-07-01T12:05:00.000Z', ...FORM },
    { id: expect.any(String), receivedAt: expect.any(String), ...FORM, name: 'Bea' },
  ]);
});

test('an example that cannot write says that it failed', async () => {
  const post = await startExample(join(newFolder(), 'missing', 'callbacks.jsonl'));
  expect(await post(FORM)).toEqual([500, { ok: false }]);
});
