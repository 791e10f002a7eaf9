import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startSite } from '../support/site.ts';
import { callbackFields } from '../support/typed.ts';
import { startPhp } from './php.ts';

/** A request that every check accepts; 'canary' must never be seen in a log. */
export const VALID_FORM = callbackFields({
  name: 'Canary Zoë',
  mobile: '07700 900199',
  email: 'canary@example.com',
});
/** Headers of a browser's own form post. */
export const BROWSER_HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
};
export const FORM = 'application/x-www-form-urlencoded';

/**
 * Starts the whole site, with a store of its own (or one that cannot be opened) or the backend that
 * the environment names, and returns what sends forms to it. Taken down after the test.
 */
export async function startContactSite(
  environment: Record<string, string> = {},
  store: 'usable' | 'blocked' = 'usable',
) {
  const ownDir = await mkdtemp(join(tmpdir(), 'contact-'));
  onTestFinished(() => rm(ownDir, { recursive: true, force: true }));
  const DATA_DIR = join(ownDir, 'data');
  if (store === 'blocked') await writeFile(DATA_DIR, 'a file where the directory should be');
  const SITE_DIR = join(ownDir, 'site');
  const settings = { SITE_URL: 'https://www.example.com', DATA_DIR, SITE_DIR, LOG_LEVEL: 'trace' };
  const site = await startSite({ ...settings, ...environment });
  const url = `${site.url}/contact.php`;
  const post = (fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    postRaw(new URLSearchParams({ ...VALID_FORM, ...fields }).toString(), headers);
  const postRaw = async (body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': FORM, ...headers },
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const { lines, metrics, end } = site;
  const { port } = new URL(url);
  return { dataDir: DATA_DIR, lines, metrics, url, post, postRaw, end, port: Number(port) };
}

/** Starts a PHP backend that writes down what it was sent: test/fakes/contact.php. */
export async function startBackend(port?: number) {
  const received = join(await mkdtemp(join(tmpdir(), 'php-')), 'received.jsonl');
  onTestFinished(() => rm(join(received, '..'), { recursive: true, force: true }));
  const script = join(import.meta.dirname, 'contact.php');
  const origin = await startPhp(script, { RECEIVED: received }, port);
  const requests = async () => {
    const text = await readFile(received, 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  return { origin, requests };
}

/**
 * Sends bytes as they are and returns the response until the connection ends or its JSON is
 * complete.
 */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk;
      if (/"ok":(true|false)\}/.test(answer)) socket.destroy();
    });
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}
