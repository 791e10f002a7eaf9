import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../support/free-port.ts';
import { forget, expect as patient, test } from './console.ts';
import { hydrated } from './hydrated.ts';

// One copy of the sources and one development server: the tests change files in turn.
test.describe.configure({ mode: 'serial', timeout: 300_000 });

/** A rebuild, a restart and a type check take long on a busy machine. */
const expect = patient.configure({ timeout: 60_000 });
const NOT_COPIED = /^(node_modules|\.git|\.dev|dist.*|data|test-results|recorded)$/;
const BUTTON = 'shared/ui/button.css';
const FORM = 'shared/callback/CallbackForm.tsx';
const HOME = 'shared/pages/Home.tsx';
/** What the browser and Vite say of a module that cannot be read. */
const NOT_LOADED = /Failed to (?:load resource|reload)/;
const CRAWL_FILES = 'server/seo/crawl-files.ts';

let folder: string;
let url: string;
let development: ChildProcess;
let output = '';

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'development-'));
  cpSync('.', folder, {
    recursive: true,
    filter: (path) => path === '.' || !NOT_COPIED.test(basename(path)),
  });
  // Not as a whole: it also holds what the compiler keeps of a folder's sources.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync('node_modules').filter((name) => name !== '.cache'))
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  recordCompiler();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  // A group of its own, to see at the end that nothing of it is left.
  development = spawn('npm', ['run', 'dev'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data') },
    detached: true,
  });
  for (const stream of [development.stdout, development.stderr])
    stream?.on('data', (text) => {
      output += text;
    });
  await expect.poll(() => output).toContain('The site is at');
});

test.afterAll(() => {
  if (isRunning()) process.kill(-(development.pid as number), 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const compilerRuns = () => readFileSync(join(folder, 'node_modules/compiler-runs'), 'utf8');

/** Puts in the compiler's place what starts it, and writes down when it started and ended. */
function recordCompiler(): void {
  const place = join(folder, 'node_modules/typescript');
  rmSync(place);
  mkdirSync(join(place, 'bin'), { recursive: true });
  writeFileSync(
    join(place, 'bin/tsc'),
    `const { appendFileSync } = require('node:fs');
    const compiler = ${JSON.stringify(resolve('node_modules/typescript/bin/tsc'))};
    appendFileSync('node_modules/compiler-runs', '<');
    const { spawnSync } = require('node:child_process');
    const options = { stdio: 'inherit' };
    const { status } = spawnSync(process.execPath, [compiler, ...process.argv.slice(2)], options);
    appendFileSync('node_modules/compiler-runs', '>');
    process.exit(status);`,
  );
}

function isRunning(): boolean {
  try {
    return process.kill(-(development.pid as number), 0);
  } catch {
    return false;
  }
}

/** Saves a file as some editors do: another takes its name. */
function save(path: string, text: string): void {
  writeFileSync(`${path}~`, text);
  renameSync(`${path}~`, path);
}

/** Changes a source file. @returns what puts it right again */
function write(file: string, change: (text: string) => string): () => void {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  expect(after, file).not.toBe(before);
  save(path, after);
  return () => save(path, before);
}

const replaced = (file: string, from: string | RegExp, to: string) =>
  write(file, (text) => text.replace(from, to));

/** Opens the home page with state that a load of the page would lose, and does what a visitor does. */
async function open(page: Page): Promise<{ expectKept: () => Promise<void> }> {
  await page.addInitScript(() => {
    const counts = { listeners: 0 };
    Object.assign(window, { counts });
    const add = window.addEventListener;
    window.addEventListener = function (this: Window, ...parts: Parameters<typeof add>) {
      if (parts[0] === 'touchstart') counts.listeners += 1;
      return add.apply(this, parts);
    } as typeof add;
  });
  await page.goto(url);
  await hydrated(page);
  const name = page.getByLabel('Name');
  const question = page.locator('details[name=faq]').nth(1);
  await name.fill('Ada');
  await name.evaluate((input) => Object.assign(input, { sameElement: true }));
  await question.locator('summary').click();
  const counts = () => page.evaluate(() => (window as unknown as { counts: object }).counts);
  const before = await counts();
  return {
    async expectKept() {
      await expect(name).toHaveValue('Ada');
      expect(await name.evaluate((input) => 'sameElement' in input)).toBe(true);
      await expect(question).toHaveAttribute('open');
      expect(await counts()).toEqual(before);
    },
  };
}

const overlay = (page: Page) => page.locator('vite-error-overlay');

test('an edited component is replaced in the open page, which keeps its state', async ({
  page,
}) => {
  const { expectKept } = await open(page);
  const undo = replaced(HOME, '<Plates />', '<Plates /><p>Added to the page</p>');
  await expect(page.getByText('Added to the page')).toBeVisible();
  await expectKept();
  undo();
  await expect(page.getByText('Added to the page')).toHaveCount(0);
  await expectKept();
  const undoForm = replaced(FORM, '* means we need it', '* means it is needed');
  await expect(page.getByText('* means it is needed')).toBeVisible();
  await expectKept();
  undoForm();
  await expect(page.getByText('* means we need it')).toBeVisible();
  await expectKept();
});

test('an edited constant is replaced with every component that uses it', async ({ page }) => {
  const { expectKept } = await open(page);
  const undo = replaced(
    'shared/callback/fields.ts',
    "placeholder: 'Enter",
    "placeholder: 'Please enter",
  );
  await expect(page.locator('[placeholder^="Please"]').first()).toBeVisible();
  await expectKept();
  undo();
  await expect(page.locator('[placeholder^="Please"]')).toHaveCount(0);
  await expectKept();
});

test('a syntax error and a type error stand over the page with their place in the source until they are mended', async ({
  page,
  consoleMessages,
}) => {
  const { expectKept } = await open(page);
  const mendSyntax = replaced(FORM, 'const form = useRef', 'const = useRef');
  // In the words of the server's compiler, or of the page's, whichever speaks last.
  await expect(overlay(page)).toContainText(/Expected identifier but found "="|Unexpected token/);
  await expect(overlay(page)).toContainText(/CallbackForm\.tsx:\d+:\d+/);
  await expect(overlay(page)).toContainText('const = useRef<HTMLFormElement>(null);');
  mendSyntax();
  await expect(overlay(page)).toHaveCount(0);
  const mendType = replaced(FORM, "setSending('begun')", "setSending('began')");
  await expect(overlay(page)).toContainText(`Argument of type '"began"' is not assignable`);
  await expect(overlay(page)).toContainText(/CallbackForm\.tsx:\d+:\d+/);
  mendType();
  await expect(overlay(page)).toHaveCount(0);
  await expectKept();
  forget(consoleMessages, NOT_LOADED);
});

test('a component that throws shows where, and the page comes back when it is mended', async ({
  page,
  consoleMessages,
}) => {
  await open(page);
  const mend = replaced(
    'shared/home/Faq.tsx',
    'return (',
    "if (true) throw new Error('Faq broke'); return (",
  );
  await expect(overlay(page)).toContainText('Faq broke');
  await expect(overlay(page)).toContainText(/shared\/home\/Faq\.tsx:\d+:\d+/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Unexpected/);
  // Now the server throws too, and the tab shows its error page.
  await expect.poll(async () => (await fetch(url)).status).toBe(500);
  await page.reload();
  await expect(overlay(page)).toContainText(/shared\/home\/Faq\.tsx:\d+:\d+/);
  mend();
  await expect(page.locator('details[name=faq]').first()).toBeVisible();
  await expect(overlay(page)).toHaveCount(0);
  forget(consoleMessages, /Faq broke|500|503/);
});

test('an edited style is replaced in the open page, and a broken one is named', async ({
  page,
  consoleMessages,
}) => {
  const { expectKept } = await open(page);
  const spacing = () =>
    page
      .locator('.btn')
      .first()
      .evaluate((button) => getComputedStyle(button).letterSpacing);
  const before = await spacing();
  const undo = write(BUTTON, (text) => `${text}\n.btn { letter-spacing: 7px; }\n`);
  await expect.poll(spacing).toBe('7px');
  undo();
  await expect.poll(spacing).toBe(before);
  const mend = write(BUTTON, (text) => `${text}\n.btn { letter-spacing 7px }\n`);
  await expect(overlay(page)).toContainText(/button\.css:\d+:\d+/);
  mend();
  await expect(overlay(page)).toHaveCount(0);
  await expectKept();
  forget(consoleMessages, NOT_LOADED);
});

test('an edited file of the server starts the site again, and the tab shows what it says', async ({
  page,
  consoleMessages,
}) => {
  const robots = () => page.request.get(`${url}/robots.txt`).then((answer) => answer.text());
  await open(page);
  const undo = replaced(
    CRAWL_FILES,
    "'User-agent: *'",
    "(console.log('a look'), 'User-agent: edited')",
  );
  await expect.poll(robots).toContain('edited');
  expect(output, 'what somebody prints to look at it').toContain('a look');
  undo();
  await expect.poll(robots).not.toContain('edited');
  const mendSyntax = replaced(CRAWL_FILES, 'const rules =', 'const rules = =');
  await expect(overlay(page)).toContainText(/crawl-files\.ts:\d+:\d+/);
  mendSyntax();
  await expect(overlay(page)).toHaveCount(0);
  const mendStart = write(CRAWL_FILES, (text) => `${text}\nthrow new Error('robots broke');\n`);
  await expect(overlay(page)).toContainText('robots broke');
  await expect(overlay(page)).toContainText(/server\/seo\/crawl-files\.ts:\d+:\d+/);
  await page.reload();
  await expect(overlay(page)).toContainText('robots broke');
  mendStart();
  await expect(page.getByLabel('Name')).toBeVisible();
  await expect(overlay(page)).toHaveCount(0);
  forget(consoleMessages, '503');
});

test('an error that the site logs while it is replaced is forgotten with it', async ({
  page,
  consoleMessages,
}) => {
  const slowly = 'for (const end = Date.now() + 100; Date.now() < end; );';
  const mend = replaced(
    CRAWL_FILES,
    'const rules =',
    `${slowly} if (config.siteUrl) throw new Error('rules broke'); const rules =`,
  );
  await open(page);
  await expect.poll(async () => (await fetch(`${url}/robots.txt`)).status).toBe(500);
  await expect(overlay(page)).toContainText('rules broke');
  const late = Array.from({ length: 50 }, () => fetch(`${url}/robots.txt`));
  await Promise.race(late);
  mend();
  await Promise.allSettled(late);
  await expect.poll(async () => (await fetch(`${url}/robots.txt`)).status).toBe(200);
  await expect(overlay(page)).toHaveCount(0);
  await expect(page.getByLabel('Name')).toBeVisible();
  forget(consoleMessages, '503');
});

test('the terminal is quiet, and says what is wrong once', () => {
  expect(output.match(/Error: robots broke/g)).toHaveLength(1);
  expect(output).not.toContain('"level"');
  expect(output).not.toContain('GET ');
});

test('the compiler runs once at a time and to its end, since it keeps files', async () => {
  await expect.poll(compilerRuns).toMatch(/^(<>){9,}$/);
});

test('SIGTERM ends all of it', async () => {
  development.kill('SIGTERM');
  await expect.poll(isRunning).toBe(false);
});
