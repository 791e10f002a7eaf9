import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { expect as patient, test } from './console.ts';

// One copy of the sources and one development server: the tests change files in turn.
test.describe.configure({ mode: 'serial', timeout: 300_000 });

/** A rebuild and a restart take long on a busy machine. */
const expect = patient.configure({ timeout: 60_000 });
const NOT_COPIED = /^(node_modules|\.git|\.dev|dist.*|data|test-results|recorded)$/;

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
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
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

function isRunning(): boolean {
  try {
    return process.kill(-(development.pid as number), 0);
  } catch {
    return false;
  }
}

/**
 * Changes a source file as some editors do: another file takes its name.
 * @returns a function that undoes it
 */
function replace(file: string, from: string, to: string): () => void {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  expect(before).toContain(from);
  const save = (text: string) => {
    writeFileSync(`${path}~`, text);
    renameSync(`${path}~`, path);
  };
  save(before.replace(from, to));
  return () => save(before);
}

test('an edited component or style is in the open page', async ({ page }) => {
  await page.goto(url);
  const undo = replace('shared/pages/Home.tsx', '<Plates ', '<p>Added here</p><Plates ');
  await expect(page.getByText('Added here')).toBeVisible();
  undo();
  await expect(page.getByText('Added here')).toHaveCount(0);
  const undoStyle = replace('shared/ui/button.css', '.btn {', '.btn { letter-spacing: 7px;');
  await expect(page.locator('.btn').first()).toHaveCSS('letter-spacing', '7px');
  undoStyle();
});

test('a build error is shown in the terminal while the old site goes on', async ({ page }) => {
  await page.goto(url);
  const mend = replace('server/seo/robots.ts', 'const rules =', 'const rules = =');
  await expect.poll(() => output).toMatch(/robots\.ts:\d+:\d+/);
  expect(output, 'the place alone, without a stack').not.toMatch(/\n\s+at .*node_modules/);
  const robots = () => fetch(`${url}/robots.txt`).then((answer) => answer.text());
  expect(await robots()).toContain('User-agent: *');
  const loaded = page.waitForEvent('load');
  mend();
  await loaded;
  const undo = replace('server/seo/robots.ts', "'User-agent: *'", "'User-agent: edited'");
  await expect.poll(robots).toContain('User-agent: edited');
  undo();
});

test('an edited site file is in the open page', async ({ page }) => {
  await page.goto(url);
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'site/site.yaml'), 'company:\n  name: Dev Motor Claims\n');
  await expect(page.locator('header')).toContainText('Dev Motor Claims');
});

test('the log is text to read, and SIGTERM ends all of it', async () => {
  replace('server/seo/robots.ts', 'const rules =', "throw new Error('broke'); const rules =");
  await expect.poll(() => fetch(`${url}/robots.txt`).then(({ status }) => status)).toBe(500);
  await expect.poll(() => output).toMatch(/ERROR[\s\S]*Error: broke[\s\S]*robots\.ts:\d+/);
  expect(output).not.toContain('"level"');
  development.kill('SIGTERM');
  await expect.poll(isRunning).toBe(false);
});
