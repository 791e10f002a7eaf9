import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../server/ops/metrics.ts';

interface Rule {
  alert: string;
  expr: string;
  annotations: { runbook_url: string };
}

const rules: Rule[] = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);

test('every alert asks for series that the site shows', async () => {
  const metrics = await createMetrics().registry.getMetricsAsJSON();
  const shown = metrics.flatMap(({ name, type }) =>
    String(type) === 'histogram' ? [`${name}_count`, `${name}_bucket`] : [name],
  );
  for (const { alert, expr } of rules) {
    const selected = [...expr.matchAll(/([a-z0-9_]+)\{/g)].map(([, name]) => name);
    expect(selected, alert).not.toEqual([]);
    expect([...shown, 'up'], alert).toEqual(expect.arrayContaining(selected));
  }
});

test('every counter that an alert reads starts at zero, so its first rise counts', async () => {
  const text = await createMetrics().registry.metrics();
  const awaited = rules.flatMap(({ expr }) => [
    ...expr.matchAll(/_total\{[^}]*outcome=~?"([^"]+)"/g),
  ]);
  const outcomes = awaited.flatMap(([, alternatives = '']) => alternatives.split('|'));
  expect(outcomes.length).toBeGreaterThan(0);
  for (const outcome of outcomes)
    expect(text).toMatch(new RegExp(`_total\\{[^}]*outcome="${outcome}"\\} 0`));
});

test('every alert is tested and has an entry in the runbook, and the reverse', () => {
  const tests = readFileSync('deploy/prometheus/alerts.test.yaml', 'utf8');
  for (const { alert, annotations } of rules) {
    expect(tests).toContain(`alertname="${alert}"`);
    expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
  }
  const runbook = readFileSync('docs/runbook.md', 'utf8');
  const entries = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(entries).toEqual(rules.map(({ alert }) => alert));
});
