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

/**
 * A Chromium to test with: the one of `CHROMIUM_PATH`, an installed one, or, on Linux, the one that
 * comes with the development dependencies, which brings its own libraries and fonts and so runs on
 * a machine that has neither.
 * @throws when there is none
 */
export async function findChromium(): Promise<string> {
  const found = process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path));
  if (found && found !== 'bundled') return found;
  if (process.platform !== 'linux')
    throw new Error('No Chrome: install it, or run `npx playwright install chromium`.');
  const home = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')))));
  const { version } = JSON.parse(readFileSync(join(home, 'chromium/package.json'), 'utf8')) as {
    version: string;
  };
  // It unpacks into the temporary folder and takes whatever is there already: one folder a version.
  const folder = process.env.TMPDIR?.endsWith(version)
    ? process.env.TMPDIR
    : join(tmpdir(), `chromium-${version}`);
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
  process.env.FONTCONFIG_FILE = join(folder, 'fonts.conf');
  const directories = `<dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir>`;
  writeFileSync(
    process.env.FONTCONFIG_FILE,
    `<?xml version="1.0"?>\n<fontconfig>${directories}</fontconfig>\n`,
  );
  return executable;
}

/**
 * Started as root in a container there is no sandbox to be had; nothing but the site under test is
 * ever opened.
 */
export const CHROMIUM_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
