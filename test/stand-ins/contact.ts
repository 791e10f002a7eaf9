import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { contactEndpoint, type RenderForm } from '../../server/callbacks/contact-route.ts';
import { openCallbacks } from '../../server/callbacks/open.ts';
import type { NOTICE_PACE } from '../../server/callbacks/outbox/notices.ts';
import { callbackSchema } from '../../server/callbacks/store/schema.ts';
import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/database/database.ts';
import { mount } from '../../server/http/endpoints.ts';
import { createRateLimit } from '../../server/http/limits.ts';
import { createMetrics } from '../../server/ops/metrics.ts';
import { typed } from '../support/typed.ts';
import { startPhp } from './php.ts';

/** A request that every check accepts; 'canary' must never be seen in a log. */
export const GOOD = typed({
  name: 'Canary Zoë',
  mobile: '07700 900199',
  email: 'canary@example.com',
});
/** What a browser's own form post says. */
export const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
};
export const FORM = 'application/x-www-form-urlencoded';

/** A page that shows what the form would be rendered with. */
const renderForm: RenderForm = (response, { status, form }) => {
  response
    .status(status)
    .type('html')
    .send(`<pre>${JSON.stringify(form)}</pre>`);
};

/**
 * Serves /contact.php alone, with a store of its own (or one that cannot be opened) or the backend
 * that the environment names; taken down after the test.
 */
export async function startContact(
  environment: Record<string, string> = {},
  store: 'usable' | 'blocked' = 'usable',
  noticePace?: typeof NOTICE_PACE,
) {
  const ownDir = await mkdtemp(join(tmpdir(), 'contact-'));
  const dataDir = join(ownDir, 'data');
  if (store === 'blocked') await writeFile(dataDir, 'a file where the directory should be');
  const config = readConfig({
    SITE_URL: 'https://www.example.com',
    DATA_DIR: dataDir,
    CONTACT_RATE_LIMIT: '1000',
    ...environment,
  });
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const metrics = createMetrics();
  const database = openDatabase({ config, log, metrics, retryMs: 50 }, [callbackSchema]);
  const callbacks = openCallbacks({
    config,
    current: () => config,
    log,
    metrics,
    database,
    noticePace,
  });
  const limit = createRateLimit(config.contactRateLimit);
  const app = express()
    .disable('x-powered-by')
    .disable('etag')
    .set('trust proxy', config.trustProxy);
  const requestIdOf = () => 'request-0001';
  app.use(
    mount([contactEndpoint({ config, log, metrics, callbacks, limit, renderForm, requestIdOf })]),
  );
  const server: Server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/contact.php`;
  const end = async () => {
    server.closeAllConnections();
    server.close();
    await callbacks?.close();
    await database.close();
  };
  onTestFinished(async () => {
    await end();
    await rm(ownDir, { recursive: true, force: true });
  });
  const post = (fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    postRaw(new URLSearchParams({ ...GOOD, ...fields }).toString(), headers);
  const postRaw = async (body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': FORM, ...headers },
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { dataDir, lines, metrics, url, post, postRaw, end, port: Number(new URL(url).port) };
}

/** A PHP backend that writes down what it was sent: test/stand-ins/contact.php. */
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
 * Sends bytes as they are and gives back all that is answered until the connection ends or an
 * answer's JSON is complete.
 */
export function exchange(port: number, text: string): Promise<string> {
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
