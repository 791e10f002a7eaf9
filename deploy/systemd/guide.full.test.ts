import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { namesIn } from '../../test/support/callbacks/stores.ts';
import { freePort } from '../../test/support/free-port.ts';
import { serve } from '../../test/support/serve.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';
import { callbackFields } from '../../test/support/typed.ts';

const guide = readFileSync('docs/deployment.md', 'utf8');
/** The user `website`: who is not root plays this user too. */
const USER = process.getuid?.() === 0 ? 65532 : (process.getuid?.() as number);
const AS_USER = ['--reuid', String(USER), '--regid', String(USER), '--clear-groups', '--'];
const isRoot = process.getuid?.() === 0;

const blocksOf = (heading: string) => {
  const section = guide.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = '']) => commands);
};

/** Programs of a server that this machine lacks, or that may change nothing here. */
const PROGRAMS = {
  sudo: `[ "$1" = -u ] && shift 2 && exec ${isRoot ? `setpriv ${AS_USER.join(' ')}` : 'env'} "$@"; exec "$@"`,
  // The group has a number here, because nobody is added to this machine.
  install: `for word; do shift; [ "$word" = website ] && word=${USER}; set -- "$@" "$word"; done; exec /usr/bin/install "$@"`,
  systemctl: 'exec curl -fsS --data "$*" "$CONTROL"',
  useradd: '',
  'apt-get': '',
  chgrp: `exec /usr/bin/chgrp ${USER} "$2"`,
  // As if the questions of setup had been answered.
  node: `case "$1" in *setup.js) mkdir -p site; echo "PORT=$PORT" > .env;; *) exec ${process.execPath} "$@";; esac`,
};

/** A server of systemd in a folder: its units are carried out here. */
async function createMachine() {
  const root = temporaryFolder();
  chmodSync(root, 0o755);
  const inRoot = (commands: string) =>
    commands.replaceAll(/\/(?:srv|var\/lib|etc)\//g, `${root}$&`);
  const bin = join(root, 'bin');
  const sources = join(root, 'sources');
  for (const folder of ['srv', 'var/lib', 'etc/systemd/system', 'etc/caddy', 'bin', 'sources'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const [name, commands] of Object.entries(PROGRAMS))
    writeFileSync(join(bin, name), `#!/bin/sh\n${commands}\n`, { mode: 0o755 });
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', sources], {
    encoding: 'utf8',
  });
  renameSync(join(sources, packed.trim()), join(sources, 'kerbside-website-1.0.0.tgz'));
  cpSync(join(sources, 'kerbside-website-1.0.0.tgz'), join(sources, 'kerbside-website-1.1.0.tgz'));

  let site: ChildProcess | undefined;
  function run(name: string): ChildProcess {
    const unit = inRoot(readFileSync(join(root, `etc/systemd/system/${name}.service`), 'utf8'));
    const settingOf = (setting: string) =>
      new RegExp(`^${setting}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
    const pairs = `${settingOf('Environment')} ${readFileSync(settingOf('EnvironmentFile'), 'utf8')}`;
    for (const folder of settingOf('StateDirectory').split(' ')) {
      const path = join(root, 'var/lib', folder);
      mkdirSync(path, {
        recursive: true,
        mode: Number.parseInt(settingOf('StateDirectoryMode'), 8),
      });
      chownSync(path, USER, USER);
    }
    const [, ...words] = settingOf('ExecStart').split(' ');
    return spawn(join(bin, 'node'), words, {
      cwd: settingOf('WorkingDirectory'),
      env: Object.fromEntries(
        pairs
          .trim()
          .split(/\s+/)
          .map((pair) => pair.split('=') as [string, string]),
      ),
      uid: USER,
      gid: USER,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  async function stop() {
    if (!site || site.exitCode !== null) return;
    site.kill('SIGTERM');
    await once(site, 'exit');
  }
  const control = async (verb: string, units: string[]) => {
    if (units.includes('website-backup')) {
      const [code] = await once(run('website-backup'), 'exit');
      return code === 0;
    }
    if (!units.includes('website')) return true;
    await stop();
    if (verb !== 'stop') site = run('website');
    return true;
  };
  const PORT = String(await freePort());
  const CONTROL = await serve(async (request, response) => {
    const [verb = '', ...units] = (await text(request)).split(' ');
    response.writeHead((await control(verb, units)) ? 200 : 500).end();
  });
  onTestFinished(stop);
  const env = { ROOT: root, PORT, CONTROL, PATH: `${bin}:${process.env.PATH}` };
  return {
    root,
    url: `http://127.0.0.1:${PORT}`,
    /** Runs commands of the guide, and ends with the first that fails. */
    async sh(commands: string, cwd = sources): Promise<string> {
      const options = { env, cwd };
      const { stdout } = await promisify(execFile)('sh', ['-ec', inRoot(commands)], options);
      return stdout;
    },
    backups: () => readdirSync(join(root, 'var/lib/website-backups')).sort(),
    release: () => readlinkSync(join(root, 'srv/website/dist')),
    dataDir: join(root, 'var/lib/website'),
  };
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status,
    () => 0,
  );

test('the guide leads from an empty server over updates and backups back again', async () => {
  const machine = await createMachine();
  const [, install = '', first = '', caddy = '', daily = ''] = blocksOf('As a systemd service');
  const [update = '', rollBack = '', backUp = '', restore = ''] = daily.split('\n\n');
  const ready = () => expect.poll(() => isReady(machine.url), { timeout: 20_000 }).toBe(200);
  const ask = async (name: string) => {
    const body = new URLSearchParams(callbackFields({ name }));
    return (await fetch(`${machine.url}/contact.php`, { method: 'POST', body })).status;
  };

  await machine.sh(install);
  await ready();
  await expect.poll(() => existsSync(join(machine.dataDir, 'site.db'))).toBe(true);
  await machine.sh(first);
  await machine.sh(caddy);
  const forCaddy = 'etc/systemd/system/caddy.service.d/website.conf';
  expect(readFileSync(join(machine.root, forCaddy), 'utf8')).toContain('www.YOUR.DOMAIN');
  expect(await ask('Ann')).toBe(200);

  const [where = '', count = '', ...drill] = blocksOf('Backup and restore');
  const [systemd = ''] = /^RUN='sudo.*$/m.exec(where) ?? [];
  const practise = (commands: string) =>
    machine.sh(`${systemd}\n${commands}`, join(machine.root, 'srv/website'));
  const [back, destroy, recover] = drill as [string, string, string];
  expect(await practise(count)).toBe('1\n');
  await practise(back);
  await machine.sh('systemctl stop website');
  const made = machine.backups();
  await practise(destroy);
  expect(machine.backups()).toEqual(made);
  expect(await practise(recover)).toMatch(/\n1\n$/);
  await machine.sh('systemctl start website');
  await ready();

  await machine.sh(update);
  await ready();
  expect(machine.release()).toBe('releases/1.1.0/dist');
  await machine.sh(rollBack);
  await ready();
  expect(machine.release()).toBe('releases/1.0.0/dist');

  await machine.sh(backUp);
  expect(await ask('Bea')).toBe(200);
  const newest = machine.backups().at(-1) as string;
  await machine.sh(restore.replace(/site-[\d-]+\.db/, newest));
  await ready();
  expect(await namesIn(machine.dataDir)).toEqual(['Ann']);
  expect(machine.backups()).toContain(newest);
});
