import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../server/config/config.ts';
import { SECRETS } from '../server/config/environment.ts';
import { VARIABLES } from '../server/config/variables.ts';
import { environmentOf, parseDockerfile, type Stage, textsOf } from '../test/support/dockerfile.ts';

const FOLDER = 'deploy/kubernetes';
const read = (file: string) => parse(readFileSync(file, 'utf8'), { merge: true });
const manifests = Object.fromEntries(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
    .map((file) => [file.replace('.yaml', ''), read(join(FOLDER, file))]),
);
const deployment = manifests['replicas/deployment'];
const statefulSet = manifests['embedded-store/statefulset'];
const PODS = [deployment, statefulSet].map(({ kind, spec }) => ({
  kind,
  pod: spec.template.spec,
  container: spec.template.spec.containers[0],
}));
/** One for each way to keep callback requests. */
const CONFIG_MAPS = ['php', 'postgres', 'embedded-store'];
const settingsOf = (way: string): Record<string, string> => manifests[`${way}/configmap`].data;
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

test.each(PODS)(
  'the pod of the $kind runs without any right that it does not need',
  ({ pod, container }) => {
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
  },
);

test.each(PODS)('in the pod of the $kind only the data folder can be written', ({ container }) => {
  const writable = container.volumeMounts.filter(
    ({ readOnly }: { readOnly?: boolean }) => !readOnly,
  );
  expect(writable.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual([
    environmentOf(image).DATA_DIR,
  ]);
});

test.each(PODS)(
  'a process of the $kind that is alive is not ended for not being ready',
  ({ container }) => {
    expect(container.startupProbe.httpGet.path).toBe('/healthz');
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
  },
);

test.each(PODS)(
  'a pod of the $kind is given the time that the site takes to drain',
  ({ pod, container }) => {
    const { drainDelayMs } = readConfig(settingsOf('embedded-store'));
    expect(drainDelayMs).toBeGreaterThan(container.readinessProbe.periodSeconds * 1000);
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(drainDelayMs + 15_000);
  },
);

test.each(PODS)('resources of the $kind are asked for and limited', ({ container }) => {
  expect(container.resources).toMatchObject({
    requests: { cpu: expect.anything(), memory: expect.anything() },
    limits: { memory: expect.anything() },
  });
});

test('the Service, the budget, the autoscaler and the policy all mean the pods', () => {
  const { labels } = deployment.spec.template.metadata;
  for (const { spec } of [deployment, statefulSet]) {
    expect(spec.selector.matchLabels).toEqual(labels);
    expect(spec.template.metadata.labels).toEqual(labels);
  }
  expect(manifests['base/service'].spec.selector).toEqual(labels);
  const budget = manifests['replicas/poddisruptionbudget'];
  const autoscaler = manifests['replicas/horizontalpodautoscaler'];
  expect(budget.spec.selector.matchLabels).toEqual(labels);
  expect(manifests['base/networkpolicy'].spec.podSelector.matchLabels).toEqual(labels);
  expect(autoscaler.spec.scaleTargetRef.name).toBe(deployment.metadata.name);
  expect(autoscaler.spec.minReplicas).toBeGreaterThan(budget.spec.minAvailable);
});

test('both kinds of pod are alike but for where /data and the database are', () => {
  const [pod, single] = PODS.map(({ pod }) => pod as PodSpec) as [PodSpec, PodSpec];
  const own = ['data', 'database'];
  const alike = ({
    volumes,
    containers,
    topologySpreadConstraints: _spread,
    ...rest
  }: PodSpec) => ({
    ...rest,
    volumes: volumes.filter(({ name }) => !own.includes(name)),
    containers: containers.map((container) => ({
      ...container,
      volumeMounts: container.volumeMounts.filter(({ name }) => name !== 'database'),
    })),
  });
  expect(alike(single)).toEqual(alike(pod));
});

test('what keeps callback requests in its folder is one pod with a volume that outlives it', () => {
  const { replicas, volumeClaimTemplates, template } = statefulSet.spec;
  expect(replicas).toBe(1);
  expect(volumeClaimTemplates[0]).toMatchObject({
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOncePod'] },
  });
  expect(template.spec.containers[0].volumeMounts).toContainEqual({
    name: 'data',
    mountPath: environmentOf(image).DATA_DIR,
  });
  for (const name of ['PHP_BACKEND_URL', 'DATABASE_URL_FILE'])
    expect(settingsOf('embedded-store')).not.toHaveProperty(name);
});

test('replicas for PostgreSQL do not start without the address of the database', () => {
  const { DATABASE_URL_FILE: file = '', ...settings } = settingsOf('postgres');
  const folder = mkdtempSync(join(tmpdir(), 'secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const mounted = join(folder, 'DATABASE_URL');
  const start = () => readConfig({ ...settings, DATABASE_URL_FILE: mounted });
  expect(start).toThrow('DATABASE_URL_FILE');
  writeFileSync(mounted, 'postgres://website:password@postgres/website');
  expect(start().databaseUrl).toContain('@postgres/');
  const mounts = deployment.spec.template.spec.containers[0].volumeMounts;
  expect(mounts).toContainEqual({ name: 'database', mountPath: dirname(file), readOnly: true });
});

test('a pod may ask for names, the internet at three ports, and what lies beside it, and nothing else', () => {
  const { policyTypes, egress } = manifests['base/networkpolicy'].spec;
  expect(policyTypes).toEqual(['Ingress', 'Egress']);
  const [names, internet, ...beside] = egress;
  const portsOf = (rule: { ports: { port: number }[] }) => rule.ports.map(({ port }) => port);
  expect(portsOf(names)).toEqual([53, 53]);
  expect(portsOf(internet)).toEqual([443, 465, 587]);
  const [{ ipBlock: v4 }, { ipBlock: v6 }] = internet.to;
  // The metadata service of a cloud hands out keys.
  for (const network of ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'])
    expect(v4.except).toContain(network);
  expect(v6.except).toContain('fc00::/7');
  expect(beside.flatMap(({ to }: { to: unknown[] }) => to)).toEqual(
    ['callbacks-php', 'postgres'].map((name) => ({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': name } },
    })),
  );
  expect(new URL(settingsOf('php').PHP_BACKEND_URL as string).hostname).toBe('callbacks-php');
});

test.each(CONFIG_MAPS)(
  'the base for %s makes one kind of pod with its settings behind an Ingress, and nothing twice',
  (way) => {
    const files = resourcesOf(join(FOLDER, way));
    expect(files.length).toBe(new Set(files).size);
    const objects = files.map(read).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(objects).size).toBe(objects.length);
    const pods = objects.filter((object) => /^(Deployment|StatefulSet) website$/.test(object));
    expect(pods).toEqual([way === 'embedded-store' ? 'StatefulSet website' : 'Deployment website']);
    for (const kind of ['ConfigMap', 'Ingress', 'NetworkPolicy', 'Service'])
      expect(objects).toContain(`${kind} website`);
  },
);

test.each(CONFIG_MAPS)('the Ingress serves the address of %s over TLS, as its one hop', (way) => {
  const { siteUrl, trustProxy, canonicalHost } = readConfig({
    ...settingsOf(way),
    DATABASE_URL_FILE: '',
  });
  expect({ trustProxy, canonicalHost }).toEqual({ trustProxy: 1, canonicalHost: true });
  const { tls, rules } = manifests['base/ingress'].spec;
  const { hostname } = new URL(siteUrl);
  const hosts = [hostname, hostname.replace('www.', '')];
  expect(rules.map(({ host }: { host: string }) => host)).toEqual(hosts);
  expect(tls[0].hosts).toEqual(hosts);
  const { name, ports } = {
    ...manifests['base/service'].metadata,
    ...manifests['base/service'].spec,
  };
  for (const { http } of rules)
    expect(http.paths[0].backend.service).toEqual({ name, port: { name: ports[0].name } });
});

test('nothing that must be kept lies in an emptyDir', () => {
  for (const way of ['php', 'postgres']) {
    expect(settingsOf(way)).not.toHaveProperty('CALLBACK_SPOOL');
    expect(Object.keys(settingsOf(way)).join()).toMatch(/PHP_BACKEND_URL|DATABASE_URL_FILE/);
  }
  expect(JSON.stringify(statefulSet)).not.toContain('emptyDir');
});

test('the one pod has a name of its own from a headless Service', () => {
  const headless = manifests['embedded-store/service'];
  expect(headless.spec).toMatchObject({ clusterIP: 'None' });
  expect(statefulSet.spec.serviceName).toBe(headless.metadata.name);
  expect(headless.spec.selector).toEqual(statefulSet.spec.template.metadata.labels);
});

test('the metrics port is on no Service', () => {
  const { port } = readConfig(settingsOf('embedded-store')).admin ?? {};
  expect(
    manifests['base/service'].spec.ports.map(
      ({ targetPort }: { targetPort: string }) => targetPort,
    ),
  ).toEqual(['http']);
  for (const { container } of PODS)
    expect(container.ports).toContainEqual({ name: 'metrics', containerPort: port });
});

test('the site accepts every setting of the manifests, and knows them all', () => {
  for (const settings of ['php', 'embedded-store'].map(settingsOf)) {
    for (const name of Object.keys(settings)) expect(VARIABLES).toHaveProperty(name);
    expect(() => readConfig(settings)).not.toThrow();
  }
});

test('every variable reaches the pods, from a ConfigMap and a Secret', () => {
  for (const { container } of PODS) {
    expect(container.envFrom).toEqual([
      { configMapRef: { name: 'website' } },
      { secretRef: { name: 'website', optional: true } },
    ]);
    expect(container.env).toBeUndefined();
  }
  for (const name of CONFIG_MAPS.flatMap((way) => Object.keys(settingsOf(way))))
    expect(SECRETS).not.toContain(name);
});

test('a site file is mounted where .env.example expects it', () => {
  const folder = dirname(`${VARIABLES.SITE_FILE.example}`);
  for (const { container } of PODS)
    expect(container.volumeMounts).toContainEqual({
      name: 'site-file',
      mountPath: folder,
      readOnly: true,
    });
});

interface PodSpec {
  volumes: { name: string }[];
  containers: { volumeMounts: { name: string }[] }[];
  topologySpreadConstraints?: unknown;
}

/** Files that a kustomization names, and those of the ones that it builds on. */
function resourcesOf(folder: string): string[] {
  const { resources } = read(join(folder, 'kustomization.yaml'));
  return resources.flatMap((name: string) =>
    name.endsWith('.yaml') ? join(folder, name) : resourcesOf(join(folder, name)),
  );
}
