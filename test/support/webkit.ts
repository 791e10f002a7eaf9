import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import WebDriver from 'webdriver';
import type { Browser } from './browser.ts';
import { freePort } from './free-port.ts';

const WINDOW = fileURLToPath(new URL('webkit-window.py', import.meta.url));

/** The time after which a browser has got stuck: no command takes so long. */
const STUCK_AFTER_MS = 40_000;

interface Answer {
  value: string;
  error?: string;
}

async function end(process: ChildProcess): Promise<void> {
  process.kill();
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
}

/** Starts a screen that nobody sees. */
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
 * Starts a WebKit, the engine of Safari, driven over WebDriver (https://www.w3.org/TR/webdriver2/).
 * @throws when its programs are missing: a test that needs it must not pass without
 */
export async function startWebkit(early: string): Promise<Browser> {
  const { screen, display } = await startScreen();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
  });
  await once(driver, 'spawn');

  const client = await WebDriver.newSession({
    port,
    logLevel: 'silent',
    connectionRetryTimeout: STUCK_AFTER_MS,
    capabilities: {
      // The address of a BiDi session is not asked for: WebKitGTK gives none.
      'wdio:enforceWebDriverClassic': true,
      'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args: [WINDOW, early] },
    } as WebdriverIO.Capabilities,
  });
  return {
    open: async (url) => void (await client.navigateTo(url)),
    resize: async (width, height) => void (await client.setWindowRect(null, null, width, height)),
    async evaluate(expression) {
      const script = `const [done] = arguments;
        (${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }))`;
      const answer = (await client.executeAsyncScript(script, [])) as Answer;
      if (answer.error) throw new Error(answer.error);
      return answer.value;
    },
    press: (x, y) => client.performActions(pressing(x, y)),
    type: (text) => client.performActions(typing(text)),
    async close() {
      // Without the page's process, which the tests may have ended, this fails.
      await client.deleteSession().catch(() => {});
      await end(driver);
      await end(screen);
    },
  };
}

/**
 * Returns the actions of a press of the mouse, as https://www.w3.org/TR/webdriver2/#actions has it.
 */
function pressing(x: number, y: number): object[] {
  return [
    {
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ];
}

/** Returns the actions of typing a text. */
function typing(text: string): object[] {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keyboard', actions }];
}
