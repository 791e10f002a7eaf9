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
const dashboard = JSON.parse(readFileSync('deploy/grafana/dashboard.json', 'utf8')) as {
  panels: { type: string; title: string; targets?: { expr: string }[] }[];
};
const runbook = readFileSync('docs/runbook.md', 'utf8');

/** Names of the series that the site shows, those of Prometheus itself included. */
async function shownSeries(): Promise<Set<string>> {
  const metrics = await createMetrics().registry.getMetricsAsJSON();
  const names = metrics.flatMap(({ name, type }) =>
    String(type) === 'histogram'
      ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`)
      : [name],
  );
  return new Set([...names, 'up']);
}

/** Names of the series that an expression selects: the words before a brace. */
const selected = (expr: string) =>
  [...expr.matchAll(/([a-z0-9_]+)\{/g)].map(([, name]) => name as string);

test('every alert and every panel asks for series that the site shows', async () => {
  const shown = await shownSeries();
  const expressions = [...rules, ...dashboard.panels.flatMap(({ targets = [] }) => targets)].map(
    ({ expr }) => expr,
  );
  expect(expressions.length).toBeGreaterThan(rules.length);
  for (const expr of expressions) {
    expect(selected(expr), expr).not.toEqual([]);
    for (const name of selected(expr)) expect(shown, expr).toContain(name);
  }
});

test('every series of the site is on the dashboard', async () => {
  const drawn = dashboard.panels
    .flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => selected(expr)))
    .join(' ');
  const own = (await createMetrics().registry.getMetricsAsJSON())
    .map(({ name }) => name)
    .filter((name) => /^(?:http|page|content|callback|web|site|data|log|csp|browser)_/.test(name));
  for (const name of own) expect(drawn).toContain(name);
});

test('what an alert waits for is counted from zero, or its first rise would not be seen', async () => {
  const text = await createMetrics().registry.metrics();
  const awaited = rules.flatMap(({ expr }) => [
    ...expr.matchAll(/_total\{[^}]*outcome=~?"([^"]+)"/g),
  ]);
  const outcomes = awaited.flatMap(([, alternatives = '']) => alternatives.split('|'));
  expect(outcomes.length).toBeGreaterThan(0);
  for (const outcome of outcomes)
    expect(text).toMatch(new RegExp(`_total\\{[^}]*outcome="${outcome}"\\} 0`));
});

test('every alert has its entry in the runbook, and the runbook none without an alert', () => {
  const entries = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(entries).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, annotations } of rules)
    expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
});
