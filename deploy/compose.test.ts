import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../server/config/config.ts';
import { SECRET_VARIABLES } from '../server/config/env/secrets.ts';
import { VARIABLES } from '../server/config/env/variables.ts';
import { readCompose, type Service } from '../test/support/compose.ts';
import { IMAGE_ENVIRONMENT, textsOf } from '../test/support/dockerfile.ts';

const DOMAIN = 'example.com';
const serviceOf = (name: string, variables: Record<string, string> = {}) =>
  readCompose(variables).services[name] as Service;
const configOf = (name: string, variables: Record<string, string> = {}) =>
  readConfig(serviceOf(name, variables).environment);

test('with a domain the site is https://www, and Caddy serves the name without www too', () => {
  expect(configOf('site', { DOMAIN })).toMatchObject({
    siteUrl: 'https://www.example.com',
    https: true,
  });
  expect(serviceOf('caddy', { DOMAIN }).environment).toEqual({
    ADDRESSES: 'example.com, www.example.com',
    SITE_URL: 'https://www.example.com',
    UPSTREAM: 'site:3000',
  });
  const SITE_URL = 'https://example.com';
  for (const name of ['site', 'caddy'])
    expect(serviceOf(name, { DOMAIN, SITE_URL }).environment.SITE_URL).toBe(SITE_URL);
});

test('IMAGE runs a published image in place of the one that is built here', () => {
  expect(serviceOf('site').image).toBe('website');
  const IMAGE = `registry.example/website@sha256:${'0'.repeat(64)}`;
  expect(serviceOf('site', { IMAGE }).image).toBe(IMAGE);
  const build = { context: '.', args: { COMMIT: 'abc' } };
  expect(serviceOf('site', { COMMIT: 'abc' }).build).toEqual(build);
});

test('without a domain both serve plain http on localhost', () => {
  expect(configOf('site')).toMatchObject({ siteUrl: 'http://localhost', databaseUrl: null });
  expect(serviceOf('caddy').environment.ADDRESSES).toBe('http://localhost');
});

test('runs as production does behind one proxy, healthy once it is ready', () => {
  const site = serviceOf('site');
  expect(configOf('site', { DOMAIN }).trustProxy).toBe(1);
  expect(site).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    init: true,
  });
  expect(site.healthcheck?.test.slice(0, 3)).toEqual(['CMD', 'node', '-e']);
  expect(site.healthcheck?.test[3]).toContain(`127.0.0.1:${site.environment.PORT}/readyz`);
  const [data, siteFile] = site.volumes;
  expect(data).toBe(`site:${IMAGE_ENVIRONMENT.DATA_DIR}`);
  const folder = join(
    `${textsOf('WORKDIR')[0]}`,
    VARIABLES.SITE_DIR.check.def.defaultValue as string,
  );
  expect(siteFile).toBe(`./site:${folder}:ro`);
  expect(site.env_file).toContainEqual(expect.objectContaining({ path: '.env' }));
  for (const variable of Object.keys(site.environment)) expect(VARIABLES).toHaveProperty(variable);
});

test('only Caddy is public: the one admin listener is open to its own machine', () => {
  const published = Object.entries(readCompose().services).filter(([, { ports }]) => ports);
  expect(published.map(([name]) => name)).toEqual(['site', 'caddy']);
  expect(serviceOf('site').ports).toEqual(['127.0.0.1:9464:9464']);
});

test('names every volume, limits every log and contains no secret', () => {
  const { services, volumes } = readCompose();
  for (const { logging, volumes: mounts = [], environment = {} } of Object.values(services)) {
    expect(logging.options).toMatchObject({ 'max-size': '10m', 'max-file': '5' });
    for (const [name = ''] of mounts.map((mount) => mount.split(':')))
      if (!name.startsWith('.')) expect(volumes).toHaveProperty(name);
    for (const secret of SECRET_VARIABLES) expect(environment[secret] ?? '').toBe('');
  }
});
