import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob, relative, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  environmentOf,
  execForm,
  parseDockerfile,
  type Stage,
  textsOf,
} from '../test/support/dockerfile.ts';
import { freePort } from '../test/support/free-port.ts';

const stages = parseDockerfile(readFileSync('Dockerfile', 'utf8'));
const [build, runtime] = stages.slice(-2) as [Stage, Stage];

/** Root can run the site as another user, who may be kept out of root's own temporary folder. */
const asRoot = process.getuid?.() === 0;
const temporary = asRoot ? '/tmp' : tmpdir();

/** A folder that stands for the root of a container's file system. */
function emptyRoot(): string {
  const root = mkdtempSync(join(temporary, 'container-'));
  chmodSync(root, 0o755);
  onTestFinished(() => {
    execFileSync('chmod', ['-R', 'u+w', root]);
    rmSync(root, { recursive: true, force: true });
  });
  return root;
}

/** The build context: what .dockerignore lets through. */
function copyContext(target: string): void {
  const patterns = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  expect(patterns[0], 'everything is out unless it is named').toBe('*');
  const named = patterns
    .filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => pattern.slice(1));
  const excluded = patterns.filter((pattern) => pattern.startsWith('**/'));
  const passes = (path: string) =>
    !excluded.some((pattern) => matchesGlob(relative('.', path), pattern));
  for (const name of named) cpSync(name, join(target, name), { recursive: true, filter: passes });
}

/**
 * Runs the build stage in a clean folder, with the packages that are installed here from the same
 * lock file.
 */
function runBuildStage(root: string): string {
  const workdir = join(root, textsOf(build, 'WORKDIR')[0] as string);
  mkdirSync(workdir, { recursive: true });
  copyContext(workdir);
  symlinkSync(resolve('node_modules'), join(workdir, 'node_modules'));
  const [install, ...steps] = textsOf(build, 'RUN');
  expect(install).toBe('npm ci');
  for (const step of steps)
    execFileSync('sh', ['-c', step], {
      cwd: workdir,
      env: { PATH: process.env.PATH },
      stdio: 'pipe',
    });
  return root;
}

/**
 * Lays out the runtime stage by its COPY instructions; afterwards nothing but the data folder can
 * be written.
 */
function layOutRuntimeStage(buildRoot: string, uid: number, gid: number) {
  const root = emptyRoot();
  const workdir = textsOf(runtime, 'WORKDIR')[0] as string;
  for (const copy of textsOf(runtime, 'COPY')) {
    const [from = '', to = ''] = copy.split(' ').filter((word) => !word.startsWith('--'));
    cpSync(join(buildRoot, from), join(root, resolve(workdir, to)), { recursive: true });
  }
  // The image's own Node: the one that runs this may be in a folder that the other user cannot enter.
  const programs = join(root, 'usr/local/bin');
  cpSync(process.execPath, join(programs, 'node'));
  const environment = environmentOf(runtime);
  const data = join(root, environment.DATA_DIR as string);
  execFileSync('chmod', ['-R', 'a-w,a+rX', root]);
  chmodSync(data, 0o700);
  if (asRoot) chownSync(data, uid, gid);
  return {
    cwd: join(root, workdir),
    environment: { ...environment, PATH: programs, DATA_DIR: data },
  };
}

test('what the Dockerfile copies runs by itself: another user, a read-only tree, an empty environment', async () => {
  const [uid = 0, gid = 0] = textsOf(runtime, 'USER')[0]?.split(':').map(Number) ?? [];
  const { cwd, environment } = layOutRuntimeStage(runBuildStage(emptyRoot()), uid, gid);
  const port = await freePort();
  const options = {
    cwd,
    env: { PORT: String(port), ...environment },
    ...(asRoot && { uid, gid }),
  };
  const run = (command: string[]) =>
    spawn(command[0] as string, command.slice(1), {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const healthCheck = async () => (await once(run(execForm(runtime, 'HEALTHCHECK')), 'exit'))[0];

  const site = run(execForm(runtime, 'CMD'));
  onTestFinished(() => void site.kill('SIGKILL'));
  let output = '';
  for (const stream of [site.stdout, site.stderr]) stream.on('data', (chunk) => (output += chunk));
  const origin = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${origin}/readyz`).then(
          ({ status }) => status,
          () => output,
        ),
      { timeout: 10_000 },
    )
    .toBe(200);

  const home = await fetch(origin);
  expect(home.status).toBe(200);
  expect(await home.text()).toContain('<h1');
  const form = new URLSearchParams({
    name: 'A',
    mobile: '020 7946 0000',
    email: 'a@example.com',
    message: '',
  });
  expect((await fetch(`${origin}/contact.php`, { method: 'POST', body: form })).status).toBe(200);
  expect(await healthCheck()).toBe(0);

  site.kill('SIGTERM');
  expect(await once(site, 'exit')).toEqual([0, null]);
  expect(await healthCheck()).toBe(1);
  const messages = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg);
  expect(messages).toEqual(
    expect.arrayContaining([expect.stringMatching(/^ready on /), 'request', 'stopped']),
  );
});
