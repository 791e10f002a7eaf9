import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../server/config/config.ts';
import { SECRET_VARIABLES } from '../server/config/env/environment.ts';
import { VARIABLES } from '../server/config/env/variables.ts';
import { IMAGE_ENVIRONMENT, textsOf } from '../test/support/dockerfile.ts';

const objects = globSync('deploy/kubernetes/*.yaml').flatMap((file) =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS()),
);
const find = (kind: string, name = 'website') =>
  objects.find((object) => object.kind === kind && object.metadata.name === name);

const pod = find('Deployment').spec.template.spec;
const [container] = pod.containers;
const settings: Record<string, string> = find('ConfigMap').data;

test('a pod has least rights, writes only to its data folder, and has limits', () => {
  const [user, group] = textsOf('USER')[0]?.split(':').map(Number) ?? [];
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: group,
      fsGroup: group,
      seccompProfile: { type: 'RuntimeDefault' },
    },
  });
  expect(container).toMatchObject({
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    resources: { requests: { memory: expect.anything() }, limits: { memory: expect.anything() } },
    volumeMounts: [
      { name: 'data', mountPath: IMAGE_ENVIRONMENT.DATA_DIR },
      { name: 'site-file', mountPath: '/site/site', readOnly: true },
    ],
  });
});

test('a live pod is not ended while unready, and an ended one has time to drain', () => {
  const { startupProbe, readinessProbe, livenessProbe } = container;
  expect([startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
    '/healthz',
    '/readyz',
    '/healthz',
  ]);
  const { drainDelayMs } = readConfig(settings);
  expect(drainDelayMs).toBeGreaterThan(readinessProbe.periodSeconds * 1000);
  expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(drainDelayMs + 15_000);
});

test('what selects pods of the site or of the database finds them', () => {
  const selectors = [
    find('Deployment').spec.selector.matchLabels,
    find('Service').spec.selector,
    find('PodDisruptionBudget').spec.selector.matchLabels,
    find('NetworkPolicy').spec.podSelector.matchLabels,
    find('NetworkPolicy', 'postgres').spec.ingress[0].from[0].podSelector.matchLabels,
  ];
  for (const selector of selectors)
    expect(selector).toEqual(find('Deployment').spec.template.metadata.labels);
  const ofDatabase = [
    find('StatefulSet', 'postgres').spec.selector.matchLabels,
    find('Service', 'postgres').spec.selector,
    find('NetworkPolicy', 'postgres').spec.podSelector.matchLabels,
    find('NetworkPolicy').spec.egress.at(-1).to[0].podSelector.matchLabels,
  ];
  for (const selector of ofDatabase)
    expect(selector).toEqual(find('StatefulSet', 'postgres').spec.template.metadata.labels);
});

test('the Ingress serves the site over TLS as its one hop, and nothing serves metrics', () => {
  const config = readConfig(settings);
  expect(config).toMatchObject({ trustProxy: 1, canonicalHost: true });
  const { hostname } = new URL(config.siteUrl);
  const { tls, rules } = find('Ingress').spec;
  expect(tls[0].hosts).toEqual([hostname, hostname.replace('www.', '')]);
  expect(rules.map(({ host }: { host: string }) => host)).toEqual(tls[0].hosts);
  const { metadata, spec } = find('Service');
  expect(spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
  for (const { http } of rules)
    expect(http.paths[0].backend.service).toEqual({ name: metadata.name, port: { name: 'http' } });
  expect(container.ports).toContainEqual({ name: 'metrics', containerPort: config.admin?.port });
});

test('every variable reaches the pods, secrets from Secrets alone', () => {
  for (const name of Object.keys(settings)) {
    expect(VARIABLES).toHaveProperty(name);
    expect(SECRET_VARIABLES).not.toContain(name);
  }
  expect(container.envFrom).toEqual([
    { configMapRef: { name: 'website' } },
    { secretRef: { name: 'website', optional: true } },
  ]);
  const secretKeyRef = { name: 'website-database', key: 'DATABASE_URL' };
  expect(container.env).toEqual([{ name: 'DATABASE_URL', valueFrom: { secretKeyRef } }]);
});

test('a pod reaches no address of the cluster or of the cloud that it is not meant to', () => {
  const [, internet] = find('NetworkPolicy').spec.egress;
  const [{ ipBlock: v4 }, { ipBlock: v6 }] = internet.to;
  // The metadata service of a cloud hands out keys.
  for (const network of ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'])
    expect(v4.except).toContain(network);
  expect(v6.except).toContain('fc00::/7');
});
