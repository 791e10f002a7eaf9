import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium as playwright } from '@playwright/test';

const { PROGRAMFILES = '', LOCALAPPDATA = '' } = process.env;
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  `${PROGRAMFILES}/Google/Chrome/Application/chrome.exe`,
  `${LOCALAPPDATA}/Google/Chrome/Application/chrome.exe`,
  playwright.executablePath(), // npx playwright install chromium
];
const BUNDLED_RUNS = process.platform === 'linux' && process.arch === 'x64';

/**
 * Returns a Chromium to test with: the one of `CHROMIUM_PATH`; else, where it runs, the one that
 * comes with the development dependencies: it brings its own libraries and fonts and draws no
 * window, so that it needs half as much of the processor; else an installed one. Asked for as
 * `CHROMIUM_PATH=bundled` it sees no fonts but its own: pictures are then the same everywhere.
 * @throws when there is none
 */
export async function findChromium(): Promise<string> {
  const { CHROMIUM_PATH } = process.env;
  const installed = () => INSTALLED.find((path) => existsSync(path));
  const found = CHROMIUM_PATH ?? (BUNDLED_RUNS ? 'bundled' : installed());
  if (!found) throw new Error('No Chrome: install it, or run `npx playwright install chromium`.');
  if (found !== 'bundled') return found;
  const home = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')))));
  const { version } = JSON.parse(readFileSync(join(home, 'chromium/package.json'), 'utf8')) as {
    version: string;
  };
  // It unpacks into the temporary folder and takes whatever is there already: one folder a version,
  // and a user, because nobody else may write there.
  const name = `chromium-${version}-${process.getuid?.()}`;
  const folder = process.env.TMPDIR?.endsWith(name) ? process.env.TMPDIR : join(tmpdir(), name);
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  const {
    default: chromium,
    inflate,
    setupLambdaEnvironment,
  } = await import('@sparticuz/chromium');
  await inflate(join(home, 'chromium/bin/al2023.tar.br'));
  setupLambdaEnvironment(join(folder, 'al2023/lib'));
  const executable = await chromium.executablePath();
  // Its own settings look for its fonts in a fixed place; with none at all it crashes at the first
  // text in a fallback font.
  const alone = CHROMIUM_PATH === 'bundled';
  process.env.FONTCONFIG_FILE = join(folder, alone ? 'own-fonts.conf' : 'fonts.conf');
  const fonts = [join(folder, 'fonts'), ...(alone ? [] : ['/usr/share/fonts'])];
  const directories = fonts.map((font) => `<dir>${font}</dir>`).join('');
  const cache = `<cachedir>${join(folder, 'fonts-cache')}</cachedir>`;
  writeFileSync(
    process.env.FONTCONFIG_FILE,
    `<?xml version="1.0"?>\n<fontconfig>${directories}${cache}</fontconfig>\n`,
  );
  return executable;
}

/**
 * Started as root in a container, Chromium has no sandbox; nothing but the site under test is ever
 * opened.
 */
export const CHROMIUM_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];

export const launchChromium = async () =>
  playwright.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
