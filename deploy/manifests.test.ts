import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { type Name, VARIABLES } from '../server/config/variables.ts';
import { readConfig } from '../server/config.ts';
import { environmentOf, parseDockerfile, type Stage, textsOf } from '../test/support/dockerfile.ts';

const FOLDER = 'deploy/kubernetes';
const read = (file: string) => parse(readFileSync(file, 'utf8'), { merge: true });
const manifests = Object.fromEntries(
  readdirSync(FOLDER).map((file) => [file.replace('.yaml', ''), read(join(FOLDER, file))]),
);
const pod = manifests.deployment.spec.template.spec;
const [container] = pod.containers;
const image = parseDockerfile(readFileSync('Dockerfile', 'utf8')).at(-1) as Stage;

test('the manifests have the published shape of the Kubernetes API, with no field that it does not know', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const modules: Record<string, string> = {
    'networking.k8s.io/v1': 'networking/v1',
    v1: 'core/v1',
  };
  const source = Object.values(manifests).map(({ apiVersion, kind, ...rest }, index) => {
    const module = modules[apiVersion] ?? apiVersion;
    const manifest = JSON.stringify({ apiVersion, kind, ...rest });
    return `export const m${index}: import('kubernetes-types/${module}').${kind} = ${manifest};`;
  });
  writeFileSync(join(folder, 'manifests.ts'), source.join('\n'));
  const paths = { 'kubernetes-types/*': [`${resolve('node_modules/kubernetes-types')}/*`] };
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    paths,
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['manifests.ts'] }),
  );
  expect(() =>
    execFileSync('node_modules/.bin/tsc', ['-p', folder], { stdio: 'pipe', encoding: 'utf8' }),
  ).not.toThrow();
});

test('the pod runs without any right that it does not need', () => {
  const [uid, gid] = textsOf(image, 'USER')[0]?.split(':').map(Number) ?? [];
  expect(pod.securityContext).toMatchObject({
    runAsNonRoot: true,
    runAsUser: uid,
    runAsGroup: gid,
    fsGroup: gid,
  });
  expect(pod.securityContext.seccompProfile.type).toBe('RuntimeDefault');
  expect(container.securityContext).toMatchObject({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(pod.automountServiceAccountToken).toBe(false);
});

test('only the data folder of the image can be written', () => {
  const writable = container.volumeMounts.filter(
    ({ readOnly }: { readOnly?: boolean }) => !readOnly,
  );
  expect(writable.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual([
    environmentOf(image).DATA_DIR,
  ]);
});

test('the probes ask what the contract offers, and a process that is alive is not killed for not being ready', () => {
  expect(container.startupProbe.httpGet.path).toBe('/readyz');
  expect(container.readinessProbe.httpGet.path).toBe('/readyz');
  expect(container.livenessProbe.httpGet.path).toBe('/healthz');
});

test('a pod is given the time that the site takes to drain', () => {
  const { drainDelayMs } = readConfig(manifests.configmap.data);
  expect(drainDelayMs).toBeGreaterThan(container.readinessProbe.periodSeconds * 1000);
  expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(drainDelayMs + 15_000);
});

test('resources are asked for and limited', () => {
  expect(container.resources).toMatchObject({
    requests: { cpu: expect.anything(), memory: expect.anything() },
    limits: { memory: expect.anything() },
  });
});

test('the Service, the budget, the autoscaler and the policy all mean the pods of the Deployment', () => {
  const { labels } = manifests.deployment.spec.template.metadata;
  expect(manifests.deployment.spec.selector.matchLabels).toEqual(labels);
  expect(manifests.service.spec.selector).toEqual(labels);
  expect(manifests.poddisruptionbudget.spec.selector.matchLabels).toEqual(labels);
  expect(manifests.networkpolicy.spec.podSelector.matchLabels).toEqual(labels);
  expect(manifests.horizontalpodautoscaler.spec.scaleTargetRef.name).toBe(
    manifests.deployment.metadata.name,
  );
  expect(manifests.horizontalpodautoscaler.spec.minReplicas).toBeGreaterThan(
    manifests.poddisruptionbudget.spec.minAvailable,
  );
});

test('the metrics port is on no Service', () => {
  const { port } = readConfig(manifests.configmap.data).admin ?? {};
  expect(
    manifests.service.spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort),
  ).toEqual(['http']);
  expect(container.ports).toContainEqual({ name: 'metrics', containerPort: port });
});

test('the site accepts every setting of the manifests and of compose, and knows them all', () => {
  const compose = read('compose.yaml').services;
  for (const settings of [
    manifests.configmap.data,
    compose['site-a'].environment,
    compose['site-b'].environment,
  ]) {
    for (const name of Object.keys(settings)) expect(VARIABLES).toHaveProperty(name);
    const values = Object.entries<string>(settings).map(([name, value]) => [
      name,
      unlessSet(value),
    ]);
    expect(() => readConfig(Object.fromEntries(values))).not.toThrow();
  }
});

test('compose keeps every callback request on a volume, and no log without end', () => {
  const { services, volumes } = read('compose.yaml');
  for (const name of ['site-a', 'site-b']) {
    const { environment, volumes: mounts } = services[name];
    expect(environment.PHP_BACKEND_URL, 'the store of the site by default').toMatch(/:-\}$/);
    const [volume, path] = mounts[0].split(':');
    expect(path).toBe(environmentOf(image).DATA_DIR);
    expect(volumes).toHaveProperty(volume);
  }
  expect(services.php.profiles, 'an example, on request').toEqual(['php']);
  expect(services.php.volumes).toContain('php:/data');
  expect(services.php.environment.CALLBACKS_FILE).toMatch(/^\/data\//);
  for (const { logging } of Object.values<{ logging?: { options: object } }>(services))
    expect(logging?.options).toMatchObject({ 'max-size': '10m', 'max-file': '5' });
});

test('compose opens the admin listener to its own machine only', () => {
  const { services } = read('compose.yaml');
  for (const name of ['site-a', 'site-b'])
    for (const port of services[name].ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:9464$/);
});

test('compose runs both replicas as production does: read-only, without capabilities, purging the cache in front', () => {
  const { services } = read('compose.yaml');
  for (const name of ['site-a', 'site-b']) {
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(readFileSync('deploy/varnish/default.vcl', 'utf8')).toContain(`.host = "${name}";`);
  }
  const purge = new URL(unlessSet(services['site-a'].environment.CACHE_PURGE_URL));
  expect(services[purge.hostname].command).toContain(`purge=:${purge.port}`);
  expect(services[purge.hostname].ports.join()).not.toContain(purge.port);
});

test('every variable reaches the containers: from .env, and from a ConfigMap and a Secret', () => {
  const { services } = read('compose.yaml');
  for (const name of ['site-a', 'site-b']) {
    expect(services[name].env_file).toContainEqual(expect.objectContaining({ path: '.env' }));
    // What stands here wins over .env, so it must pass on what is set there.
    for (const [variable, value] of Object.entries<string>(services[name].environment))
      expect(value).toMatch(new RegExp(`^\\$\\{${variable}:-`));
  }
  expect(
    container.envFrom.map(({ configMapRef, secretRef }: EnvFrom) => ({ configMapRef, secretRef })),
  ).toEqual([
    { configMapRef: { name: 'website' } },
    { secretRef: { name: 'website', optional: true } },
  ]);
  expect(container.env).toBeUndefined();
  for (const name of Object.keys(manifests.configmap.data))
    expect(VARIABLES[name as Name], name).not.toHaveProperty('secret');
});

test('a site file is mounted where .env.example expects it', () => {
  const folder = dirname(VARIABLES.SITE_FILE.example);
  const { services } = read('compose.yaml');
  for (const name of ['site-a', 'site-b'])
    expect(services[name].volumes).toContain(`./site:${folder}:ro`);
  expect(container.volumeMounts).toContainEqual({
    name: 'site-file',
    mountPath: folder,
    readOnly: true,
  });
});

/** What compose passes on when .env says nothing: `${NAME:-this}`. */
function unlessSet(value: string): string {
  return /^\$\{\w+:-(.*)\}$/.exec(value)?.[1] ?? value;
}

interface EnvFrom {
  configMapRef?: { name: string };
  secretRef?: { name: string };
}
