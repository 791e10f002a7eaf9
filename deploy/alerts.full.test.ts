import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';

interface Rule {
  alert: string;
  labels: Record<string, string>;
  annotations: { runbook_url: string };
}

const RULES = resolve('deploy/prometheus/alerts.yaml');
const rules: Rule[] = parse(readFileSync(RULES, 'utf8')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);

/** Series of one replica, a sample a minute, as promtool writes them: start+step×times. */
type Series = Record<string, string>;

/** What a site shows on a day when nothing is wrong and some ask to be called. */
const QUIET: Series = {
  'up{instance="a"}': '1x1600',
  'up{instance="b"}': '1x1600',
  'process_start_time_seconds{instance="a"}': '1000x1600',
  'http_request_duration_seconds_count{route="/", status="200"}': '0+60x1600',
  'http_request_duration_seconds_bucket{route="/", le="0.1"}': '0+60x1600',
  'http_request_duration_seconds_bucket{route="/", le="+Inf"}': '0+60x1600',
  'callback_requests_total{outcome="stored"}': '0+0.1x1600',
  'callback_requests_total{outcome="forwarded"}': '0+0.1x1600',
  'callback_requests_total{outcome="spooled"}': '0x1600',
  'callback_requests_total{outcome="rate_limited"}': '0+0.05x1600',
  'callback_requests_total{outcome="backend_refused"}': '0+0.01x1600',
  'callback_requests_total{outcome="store_unavailable"}': '0x1600',
  'callback_requests_total{outcome="backend_unreachable"}': '0x1600',
  'callback_requests_total{outcome="backend_silent"}': '0x1600',
  'callback_oldest_waiting_seconds{channel="mail"}': '0 1 0 6 _x5 0x1590',
  'callback_deliveries_set_aside{channel="mail"}': '0x1600',
  'callback_store_errors_total{instance="a"}': '0x1600',
  content_age_seconds: '0+60x20 0+60x1580',
  'content_service_calls_total{outcome="ok"}': '0+1x1600',
  'content_service_calls_total{outcome="timeout"}': '0x1600',
  'content_service_calls_total{outcome="unauthorised"}': '0x1600',
  'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.02x1600',
  'web_vitals_bucket{name="LCP", le="1000"}': '0+10x1600',
  'web_vitals_bucket{name="LCP", le="+Inf"}': '0+10x1600',
  'web_vitals_count{name="LCP"}': '0+10x1600',
};

/** For each alert: what is different from a quiet day, and the labels of what fires in the end. */
const FAULTS: Record<
  string,
  { series: Series; labels?: Record<string, string>; minutes?: number }
> = {
  SiteDown: { series: { 'up{instance="a"}': '1 0x30', 'up{instance="b"}': '1 0x30' } },
  ReplicaDown: {
    series: { 'up{instance="b"}': '1 0x30' },
    labels: { instance: 'b', job: 'website' },
  },
  ReplicaRestarting: {
    series: { 'process_start_time_seconds{instance="a"}': '1000+60x30' },
    labels: { instance: 'a', job: 'website' },
  },
  RequestsFailing: {
    series: { 'http_request_duration_seconds_count{route="/", status="500"}': '0+3x30' },
  },
  RequestsSlow: {
    series: {
      'http_request_duration_seconds_bucket{route="/", le="0.1"}': '0+50x30',
      'http_request_duration_seconds_bucket{route="/", le="5"}': '0+60x30',
    },
  },
  CallbacksFailing: { series: { 'callback_requests_total{outcome="backend_silent"}': '0x25 1x5' } },
  CallbacksRefused: {
    series: {
      'callback_requests_total{outcome="backend_refused"}': '0+0.2x30',
      'callback_requests_total{outcome="forwarded"}': '9x30',
    },
  },
  CallbacksRateLimited: {
    series: { 'callback_requests_total{outcome="rate_limited"}': '0+1x30' },
  },
  CallbacksUntold: {
    series: { 'callback_oldest_waiting_seconds{channel="mail"}': '0+60x30' },
    labels: { channel: 'mail' },
  },
  CallbacksSetAside: {
    series: { 'callback_deliveries_set_aside{channel="mail"}': '0x20 1x10' },
    labels: { channel: 'mail' },
  },
  CallbackStoreErrors: {
    series: { 'callback_store_errors_total{instance="a"}': '0x25 1x5' },
    labels: { instance: 'a' },
  },
  ContentStale: {
    series: {
      content_age_seconds: '0+60x30',
      'content_service_calls_total{outcome="timeout"}': '0+1x30',
    },
  },
  ContentServiceRefuses: {
    series: { 'content_service_calls_total{outcome="unauthorised"}': '0x25 1x5' },
  },
  ContentSetUpWrong: {
    series: { 'content_service_calls_total{outcome="setup"}': '0x25 1x5' },
  },
  EventLoopBlocked: {
    series: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.5x30' },
    labels: { instance: 'a' },
  },
  VisitorsWait: {
    series: {
      'web_vitals_bucket{name="LCP", le="1000"}': '0+1x1600',
      'web_vitals_bucket{name="LCP", le="4000"}': '0+10x1600',
    },
    minutes: 1560,
  },
};

/** With the label that Prometheus gives to all that it scrapes from the site. */
const scraped = (series: Series) =>
  Object.entries(series).map(([name, values]) => ({
    series: name.includes('{') ? name.replace('{', '{job="website", ') : `${name}{job="website"}`,
    values,
  }));

/** Runs promtool and gives back what it says; empty when all is well. */
function promtool(...words: string[]): string {
  try {
    execFileSync('promtool', words, { encoding: 'utf8', stdio: 'pipe' });
    return '';
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & Record<string, string>;
    return `${stdout}${stderr}` || message;
  }
}

function runRuleTests(tests: object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'tests.yaml');
  writeFileSync(file, stringify({ rule_files: [RULES], tests }));
  return promtool('test', 'rules', file);
}

/** Asks by expression: alert_rule_test would want every wording a second time. */
const firing = (
  alert: string,
  labels: Record<string, string>,
  minutes: number,
  fires: boolean,
) => ({
  expr: `ALERTS{alertname="${alert}", alertstate="firing"}`,
  eval_time: `${minutes}m`,
  exp_samples: fires
    ? [
        {
          labels: stringifyLabels({ ...labels, alertname: alert, alertstate: 'firing' }),
          value: 1,
        },
      ]
    : [],
});

const stringifyLabels = (labels: Record<string, string>) =>
  `ALERTS{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}}`;

test('promtool finds nothing wrong with the rules', () => {
  expect(promtool('check', 'rules', RULES)).toBe('');
});

test('on a quiet day no alert fires', () => {
  const never = [5, 30, 60, 1560].flatMap((minutes) =>
    rules.map(({ alert }) => firing(alert, {}, minutes, false)),
  );
  const outcome = runRuleTests([
    { interval: '1m', input_series: scraped(QUIET), promql_expr_test: never },
  ]);
  expect(outcome).toBe('');
});

test('every alert has a fault that it is for', () => {
  expect(Object.keys(FAULTS)).toEqual(rules.map(({ alert }) => alert));
});

test.each(rules)('$alert fires at its fault, and nothing before it', ({ alert, labels }) => {
  const fault = FAULTS[alert];
  if (!fault) throw new Error('no fault');
  const { series, minutes = 29 } = fault;
  const expected = { severity: labels.severity as string, ...fault.labels };
  const outcome = runRuleTests([
    {
      interval: '1m',
      input_series: scraped({ ...QUIET, ...series }),
      promql_expr_test: [firing(alert, {}, 0, false), firing(alert, expected, minutes, true)],
    },
  ]);
  expect(outcome).toBe('');
});
