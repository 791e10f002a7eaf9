import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

interface Message {
  id?: number;
  method?: string;
  params?: { level?: string; text?: string };
  result?: unknown;
  error?: string;
  message?: string;
}

/** A tab of a real Firefox, driven over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */
export interface Firefox {
  open(url: string): Promise<void>;
  /**
   * Evaluates in the page until the value is true. @throws what the page threw, or after five
   * seconds of anything else
   */
  until(expression: string): Promise<void>;
  /** Warnings and errors of the pages so far. */
  messages: string[];
}

/**
 * Starts Firefox without a window; it is ended after the test. @throws when there is none: a test
 * that needs it must not pass without
 */
export async function startFirefox(): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const browser = spawn(
    'firefox-esr',
    ['--headless', '--remote-debugging-port=0', '--profile', profile],
    {
      env: { ...process.env, HOME: profile },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  onTestFinished(async () => {
    browser.kill('SIGKILL');
    if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit');
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    browser.once('error', (error) =>
      reject(
        new Error(`Firefox is needed (Debian: apt-get install firefox-esr): ${error.message}`),
      ),
    );
    browser.once('exit', () => reject(new Error(`Firefox ended: ${output}`)));
    browser.stderr.on('data', (chunk: Buffer) => {
      output += chunk;
      const [, found] = /BiDi listening on (ws:\S+)/.exec(output) ?? [];
      if (found) resolve(found);
    });
  });

  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const waiting = new Map<number, (message: Message) => void>();
  const messages: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (/warn|error/.test(message.params?.level ?? ''))
      messages.push(message.params?.text ?? '');
  });
  let count = 0;
  async function send<T>(method: string, params: object): Promise<T> {
    const id = ++count;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answer;
    if (error) throw new Error(`${method}: ${error} ${message}`);
    return result as T;
  }

  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send<{ contexts: [{ context: string }] }>(
    'browsingContext.getTree',
    {},
  );
  const { context } = contexts[0];
  return {
    messages,
    open: async (url) =>
      void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async until(expression) {
      const patient = `new Promise((resolve, reject) => {
        const end = Date.now() + 5000;
        (function look() {
          if (${expression}) resolve();
          else if (Date.now() > end) reject(new Error(${JSON.stringify(expression)}));
          else setTimeout(look, 20);
        })();
      })`;
      const params = { expression: patient, target: { context }, awaitPromise: true };
      const answer = await send<{ exceptionDetails?: { text: string } }>('script.evaluate', params);
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    },
  };
}
