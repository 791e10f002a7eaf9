import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../server/config/config.ts';
import { SECRET_VARIABLES } from '../server/config/env/secrets.ts';
import { VARIABLES } from '../server/config/env/variables.ts';
import { IMAGE_ENVIRONMENT, textsOf } from '../test/support/dockerfile.ts';

const guide = `${readFileSync('docs/deployment.md', 'utf8')}${readFileSync('docs/connections.md', 'utf8')}`;
const runbook = ['docs/runbook.md', 'docs/maintenance.md']
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const dockerfile = readFileSync('Dockerfile', 'utf8');
const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true });

/** Words that are no settings: Node's and the tests' variables, placeholders, and lists in the code. */
const NO_SETTINGS = /^(?:NODE_.*|CHROMIUM_PATH|UNIX_SECONDS|SERIAL_KEY|PICTURE_HOSTS|NO_PROMISE)$/;

test('every setting that a document names is one that the site has', () => {
  const documents = globSync('{*,docs/*}.md').map((file) => readFileSync(file, 'utf8'));
  const named = documents.join('').match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [];
  expect(named.length).toBeGreaterThan(20);
  const ofOthers = [
    ...dockerfile.matchAll(/(?:^ARG|\s)\s*([A-Z_]+)=/gm),
    ...readFileSync('compose.yaml', 'utf8').matchAll(/\$\{([A-Z_]+)/g),
    ...readFileSync('deploy/caddy/Caddyfile', 'utf8').matchAll(/\{\$([A-Z_]+)/g),
  ].map(([, name]) => name);
  for (const name of named.filter((word) => !ofOthers.includes(word) && !NO_SETTINGS.test(word)))
    expect(VARIABLES, name).toHaveProperty(name.replace(/(?<!^SITE)_FILE$/, ''));
});

test('the site accepts the settings of the guide exactly as written', () => {
  const [, block = ''] = /```\n(SMTP_URL=[\s\S]*?)```/.exec(guide) ?? [];
  const literals = [...guide.matchAll(/--from-literal=(\w+)=([^\s\\`]+)/g)];
  const settings = Object.fromEntries([
    ...literals.map(([, name, value]) => [name, value]),
    ...block
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  ]) as Record<string, string>;
  expect(Object.keys(settings).length).toBeGreaterThan(8);
  const values = Object.entries(settings).map(([name, value]) => [
    name,
    value.replace('…', 'x'.repeat(64)),
  ]);
  expect(() => readConfig(Object.fromEntries(values))).not.toThrow();
  for (const name of ['SMTP_URL', 'CALLBACK_WEBHOOK_SECRET', 'DATABASE_URL', 'DESK_PASSWORD'])
    expect(SECRET_VARIABLES).toContain(name);
});

test('the container of the guide has its public address, volume and log limit', () => {
  const [, command = ''] = /^(docker run --init [\s\S]*?[^\\])\n/m.exec(guide) ?? [];
  const options = command.replaceAll('\\\n', ' ').split(/\s+/);
  const valuesOf = (option: string) =>
    options.flatMap((word, index) => (word === option ? [options[index + 1] ?? ''] : []));
  const environment = Object.fromEntries(valuesOf('--env').map((pair) => pair.split('=')));
  expect(readConfig(environment)).toMatchObject({ https: true, trustProxy: 1 });
  expect(valuesOf('--volume')).toContain(`website-data:${IMAGE_ENVIRONMENT.DATA_DIR}`);
  expect(valuesOf('--log-opt')).toEqual(['max-size=10m', 'max-file=5']);
  expect(valuesOf('--publish')).toEqual(['127.0.0.1:3000:3000']);
});

test('every program that the documents run inside a container is there', () => {
  const programs = `${guide}${runbook}`.match(/dist\/server\/[\w-]+\.js/g) ?? [];
  expect(new Set(programs).size).toBeGreaterThan(1);
  for (const program of programs) expect(existsSync(program), program).toBe(true);
  // Commands run in the working folder of the image.
  expect(textsOf('COPY').join('\n')).toMatch(/\/dist \.\/dist/);
  for (const [, service = ''] of runbook.matchAll(/docker compose exec (\S+)/g))
    expect(services).toHaveProperty(service);
});
