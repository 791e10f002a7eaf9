import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserOptions, pressing, typing } from './browser.ts';
import { freePort } from './free-port.ts';

const WINDOW = fileURLToPath(new URL('webkit-window.py', import.meta.url));

/** No command takes so long, unless the browser has got stuck. */
const STUCK_AFTER_MS = 40_000;

async function end(process: ChildProcess): Promise<void> {
  process.kill();
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
}

/** A screen that nobody sees. */
async function startScreen() {
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const display = await new Promise<string>((resolve, reject) => {
    screen.once('error', reject);
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    screen.stdio[3]?.once('data', (number) => resolve(`:${String(number).trim()}`));
  });
  return { screen, display };
}

/**
 * A WebKit, the engine of Safari, driven over WebDriver (https://www.w3.org/TR/webdriver2/).
 * @throws when its programs are missing: a test that needs it must not pass without
 */
export async function startWebkit({ theme, early }: BrowserOptions): Promise<Browser> {
  const { screen, display } = await startScreen();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
  });
  await once(driver, 'spawn');

  async function send<T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<T> {
    const signal = AbortSignal.timeout(STUCK_AFTER_MS);
    const request = { method, signal, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, request);
    const { value } = (await response.json()) as { value: T & { error: string; message: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  }
  const listening = () => fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined);
  while (!(await listening())) await new Promise((resolve) => setTimeout(resolve, 20));

  const options = { binary: '/usr/bin/python3', args: [WINDOW, theme, early] };
  const { sessionId } = await send<{ sessionId: string }>('POST', '', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const post = <T>(command: string, body: object) =>
    send<T>('POST', `/${sessionId}/${command}`, body);
  const act = async (actions: object[]) => void (await post('actions', { actions }));
  return {
    open: async (url) => void (await post('url', { url })),
    resize: async (width, height) => void (await post('window/rect', { width, height })),
    async evaluate(expression) {
      const script = `const [done] = arguments;
        (${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }))`;
      const answer = await post<{ value: string; error?: string }>('execute/async', {
        script,
        args: [],
      });
      if (answer.error) throw new Error(answer.error);
      return answer.value;
    },
    press: (x, y) => act(pressing(x, y)),
    type: (text) => act(typing(text)),
    picture: async () =>
      Buffer.from(await send<string>('GET', `/${sessionId}/screenshot`), 'base64'),
    async close() {
      // Without the page's process, which the tests may have ended, this fails.
      await send('DELETE', `/${sessionId}`).catch(() => {});
      await end(driver);
      await end(screen);
    },
  };
}
