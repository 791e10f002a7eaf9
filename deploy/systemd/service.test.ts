import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { execForm } from '../../test/support/dockerfile.ts';

const unit = readFileSync('deploy/systemd/website.service', 'utf8');
const guide = readFileSync('docs/deployment.md', 'utf8');
const valuesOf = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
const settings = Object.fromEntries(
  valuesOf('Environment')
    .flatMap((line) => line.split(' '))
    .map((pair) => pair.split('=') as [string, string]),
);

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
  expect(guide).toContain(`sudo cp -r dist site ${folder}\n`);
  expect(guide).toContain(`sudo install -m 640 -g ${valuesOf('Group')[0]} .env ${folder}\n`);
  expect(valuesOf('EnvironmentFile')).toEqual([`${folder}/.env`]);
  expect(guide).toContain(`echo DATA_DIR=${settings.DATA_DIR} >> .env`);
});
