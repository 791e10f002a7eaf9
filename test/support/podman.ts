import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { BEFORE_STAGES } from './dockerfile.ts';
import { freePort } from './free-port.ts';

/** The base image of the Dockerfile in these tests. */
const BASE = 'localhost/node';
/** The certificates that this machine trusts, and so will the base image. */
const TRUSTED = '/etc/ssl/certs/ca-certificates.crt';
const PASSWORD = 'a password of the desk';

/** Runs with images and containers in a folder of their own, away from those of this machine. */
const folder = mkdtempSync(join(tmpdir(), 'podman-'));
const STORAGE = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
/** Runs without systemd, and with cgroups of either version, which crun cannot all handle. */
const RUNTIME = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs', '--events-backend', 'none'];

/**
 * Runs a program.
 * @returns its standard output
 * @throws with its other output, when it fails
 */
async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 2 ** 26 });
  return stdout.trim();
}

export const podman = (...args: string[]) =>
  run('podman', ...STORAGE, '--storage-driver', 'vfs', ...RUNTIME, ...args);

/** Removes every container and image. */
export async function removeAll(): Promise<void> {
  await podman('rm', '--all', '--force', '--time', '0');
  await podman('image', 'umount', '--all', '--force');
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Makes the base without a registry of images: Debian, and the Node that the tests run on with the
 * npm of this machine and its way to the packages.
 */
export async function makeBase(): Promise<void> {
  const root = join(folder, 'base');
  const [, suite = ''] = /-(\w+)-slim@/m.exec(BEFORE_STAGES) ?? [];
  const archives = await run('apt-get', 'indextargets', '--format', '$(REPO_URI)', 'Label: Debian');
  const [mirror = ''] = archives.split('\n');
  // Node 26 needs libatomic, which its own image has too.
  await run('debootstrap', '--variant=minbase', '--include=libatomic1', suite, root, mirror);
  for (const left of ['var/cache/apt', 'var/lib/apt/lists'])
    await rm(join(root, left), { recursive: true });

  const local = join(root, 'usr/local');
  const npm = 'lib/node_modules/npm';
  await cp(process.execPath, join(local, 'bin/node'));
  await cp(join(await run('npm', 'root', '--global'), 'npm'), join(local, npm), {
    recursive: true,
  });
  await symlink(`../${npm}/bin/npm-cli.js`, join(local, 'bin/npm'));
  await mkdir(join(root, dirname(TRUSTED)), { recursive: true });
  await cp(TRUSTED, join(root, TRUSTED));
  const registry = await run('npm', 'config', 'get', 'registry');
  const settings = { registry, cafile: TRUSTED, cache: '/npm-cache', 'prefer-offline': true };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await mkdir(join(local, 'etc'), { recursive: true });
  await writeFile(join(local, 'etc/npmrc'), lines.join(''));

  const archive = join(folder, 'base.tar');
  await run('tar', '--create', '--file', archive, '--directory', root, '.');
  const path = 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  await podman('import', '--quiet', '--change', path, archive, BASE);
  for (const done of [root, archive]) await rm(done, { recursive: true });
}

/** Builds the Dockerfile of a folder as it stands. */
export async function buildImage(context: string, tag: string): Promise<void> {
  const cache = await run('npm', 'config', 'get', 'cache');
  await podman(
    ...['build', '--format', 'docker', '--isolation', 'chroot', '--network', 'host'],
    ...['--layers=false', '--pull=never', '--volume', `${cache}:/npm-cache`],
    ...['--build-arg', `NODE_IMAGE=${BASE}`, '--tag', tag, context],
  );
}

interface Options {
  /** The name of a volume, or a folder. */
  volume?: string | undefined;
  memoryMb?: number;
  /** Further options of `run`. */
  more?: string[];
}

/** The header that signs in at the desk. */
export const SIGNED_IN = {
  Authorization: `Basic ${Buffer.from(`staff:${PASSWORD}`).toString('base64')}`,
};

/** The limits that docs/deployment.md asks for, however the image runs. */
export const limits = (memoryMb: number) => [
  ...['--init', '--read-only', '--read-only-tmpfs=false', '--cap-drop', 'ALL'],
  ...['--security-opt', 'no-new-privileges', '--network', 'host'],
  ...['--memory', `${memoryMb}m`, '--memory-swap', `${memoryMb}m`],
  // podman would ask for more than a machine within a machine may give.
  ...['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'],
];

/** Starts a container, which is removed after the test, and waits until it answers. */
export async function startContainer(image: string, options: Options = {}) {
  const { volume, memoryMb = 256, more = [] } = options;
  const [port, adminPort] = [await freePort(), await freePort()];
  const settings = {
    PORT: String(port),
    SITE_URL: 'https://www.example.com',
    TRUST_PROXY: '1',
    ADMIN_PORT: String(adminPort),
    DESK_PASSWORD: PASSWORD,
    CONTACT_RATE_LIMIT: '100000',
  };
  const name = await podman(
    ...['run', '--detach', ...limits(memoryMb)],
    ...(volume ? ['--volume', `${volume}:/data`] : []),
    ...more,
    ...Object.entries(settings).flatMap(([variable, value]) => ['--env', `${variable}=${value}`]),
    image,
  );
  onTestFinished(async () => void (await podman('rm', '--force', '--time', '0', name)));
  const inspect = (format: string) => podman('inspect', '--format', format, name);
  const log = () => podman('logs', name);
  const origin = `http://127.0.0.1:${port}`;
  const alive = () => fetch(`${origin}/healthz`).then(({ status }) => status, log);
  await expect.poll(alive, { timeout: 30_000 }).toBe(200);
  const init = await inspect('{{.State.Pid}}');
  return {
    name,
    origin,
    admin: `http://127.0.0.1:${adminPort}`,
    /** The site's own process, as this machine numbers it. */
    pid: Number(readFileSync(`/proc/${init}/task/${init}/children`, 'utf8')),
    log,
    /**
     * Stops the container as an orchestrator does.
     * @returns the exit code
     */
    stop: async () => {
      await podman('stop', '--time', '20', name);
      return Number(await inspect('{{.State.ExitCode}}'));
    },
  };
}

/** Lists the names in the callback requests of a volume, by the command line of the image. */
export async function namesIn(image: string, volume: string): Promise<string[]> {
  const command = ['node', 'dist/server/callbacks.js', '--json'];
  const json = await podman(
    ...['run', '--rm', ...limits(256), '--volume', `${volume}:/data`],
    ...[image, ...command],
  );
  return (JSON.parse(json) as { name: string }[]).map(({ name }) => name);
}
