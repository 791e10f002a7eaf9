import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserOptions, pressing, typing } from './browser.ts';

interface Message {
  id?: number;
  result?: unknown;
  error?: string;
  message?: string;
}

interface Evaluated {
  result?: { value: string };
  exceptionDetails?: { text: string };
}

/**
 * A Firefox without a window, driven over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/).
 * @throws when there is none: a test that needs it must not pass without
 */
export async function startFirefox({ theme, early }: BrowserOptions): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const preferences = [
    ['layout.css.prefers-color-scheme.content-override', theme === 'dark' ? 0 : 1],
    // As on a phone, and in the other browsers under test: they take no room.
    ['ui.useOverlayScrollbars', 1],
  ].map(([name, value]) => `user_pref('${name}', ${value});`);
  await writeFile(join(profile, 'user.js'), preferences.join('\n'));
  const browser = spawn(
    'firefox-esr',
    ['--headless', '--remote-debugging-port=0', '--profile', profile],
    {
      env: { ...process.env, HOME: profile },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
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
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
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
  await send('script.addPreloadScript', { functionDeclaration: `() => { ${early} }` });
  const { contexts } = await send<{ contexts: [{ context: string }] }>(
    'browsingContext.getTree',
    {},
  );
  const { context } = contexts[0];
  const act = async (actions: object[]) =>
    void (await send('input.performActions', { context, actions }));
  return {
    open: async (url) =>
      void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    async evaluate(expression) {
      const params = { expression, target: { context }, awaitPromise: true };
      const answer = await send<Evaluated>('script.evaluate', params);
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
      return answer.result?.value ?? '';
    },
    press: (x, y) => act(pressing(x, y)),
    type: (text) => act(typing(text)),
    async picture() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      });
      return Buffer.from(data, 'base64');
    },
    async close() {
      browser.kill('SIGKILL');
      if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit');
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
