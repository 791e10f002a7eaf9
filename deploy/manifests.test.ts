import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../server/config/config.ts';
import { SECRET_VARIABLES } from '../server/config/env/secrets.ts';
import { VARIABLES } from '../server/config/env/variables.ts';
import { IMAGE_ENVIRONMENT, textsOf } from '../test/support/dockerfile.ts';

const objects = globSync('deploy/kubernetes/*.yaml').flatMap((file) =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS()),
);
const find = (kind: string) => objects.find((object) => object.kind === kind);

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
    volumeMounts: [{ name: 'data', mountPath: IMAGE_ENVIRONMENT.DATA_DIR }],
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
  const noticedAfter = readinessProbe.periodSeconds * readinessProbe.failureThreshold;
  expect(drainDelayMs).toBeGreaterThan(noticedAfter * 1000);
  expect(readinessProbe.failureThreshold).toBeGreaterThan(1);
  expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(drainDelayMs + 15_000);
});

test('what selects pods of the site finds them', () => {
  const selectors = [
    find('Deployment').spec.selector.matchLabels,
    find('Service').spec.selector,
    find('PodDisruptionBudget').spec.selector.matchLabels,
  ];
  for (const selector of selectors)
    expect(selector).toEqual(find('Deployment').spec.template.metadata.labels);
});

test('the Service serves the site over one hop, and no metrics', () => {
  const config = readConfig(settings);
  expect(config).toMatchObject({ trustProxy: 1, canonicalHost: true, https: true });
  expect(find('Service').spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
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
