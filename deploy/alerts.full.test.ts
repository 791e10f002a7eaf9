import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { freePort } from '../test/support/free-port.ts';
import { startSiteProcess } from '../test/support/site-process.ts';

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

/** What a site shows on a day when nothing is wrong and some people ask to be called back. */
const QUIET: Series = {
  'up{instance="a"}': '1x1600',
  'up{instance="b"}': '1x1600',
  'process_start_time_seconds{instance="a"}': '1000x1600',
  'process_start_time_seconds{instance="b"}': '1000x1600',
  'http_request_duration_seconds_count{route="/", status="200"}': '0+60x1600',
  'http_request_duration_seconds_bucket{route="/", le="0.1"}': '0+60x1600',
  'http_request_duration_seconds_bucket{route="/", le="+Inf"}': '0+60x1600',
  'callback_requests_total{outcome="stored"}': '0+0.1x1600',
  'callback_requests_total{outcome="forwarded"}': '0+0.1x1600',
  'callback_requests_total{outcome="spooled"}': '0x1600',
  'callback_requests_total{outcome="rate_limited"}': '0+0.05x1600',
  'callback_requests_total{outcome="at_capacity"}': '0x1600',
  'callback_requests_total{outcome="backend_refused"}': '0+0.01x1600',
  'callback_requests_total{outcome="store_unavailable"}': '0x1600',
  'callback_requests_total{outcome="backend_unreachable"}': '0x1600',
  'callback_requests_total{outcome="backend_silent"}': '0x1600',
  'callback_oldest_waiting_seconds{channel="mail"}': '0 1 0 6 _x5 0x1590',
  'callback_deliveries_failed{channel="mail"}': '0x1600',
  'callback_store_errors_total{instance="a"}': '0x1600',
  'callback_store_errors_total{instance="b"}': '0x1600',
  'callback_purge_waits{instance="a"}': '0x1600',
  'callback_purge_waits{instance="b"}': '0x1600',
  'data_disk_free_bytes{instance="a"}': '5e9x1600',
  'data_disk_free_bytes{instance="b"}': '5e9x1600',
  'data_disk_size_bytes{instance="a"}': '1e10x1600',
  'data_disk_size_bytes{instance="b"}': '1e10x1600',
  // Not there yet: a site that has written nothing.
  'data_disk_free_bytes{instance="c"}': '0x1600',
  'data_disk_size_bytes{instance="c"}': '0x1600',
  'log_lines_dropped_total{instance="a"}': '0x1600',
  content_age_seconds: '0+60x20 0+60x1580',
  'content_service_calls_total{outcome="ok"}': '0+1x1600',
  'content_service_calls_total{outcome="timeout"}': '0x1600',
  'content_service_calls_total{outcome="unauthorised"}': '0x1600',
  'content_service_calls_total{outcome="setup"}': '0x1600',
  'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.02x1600',
  'browser_errors_total{browser="chrome"}': '0+0.1x1600',
  'web_vitals_bucket{name="LCP", le="1000"}': '0+10x1600',
  'web_vitals_bucket{name="LCP", le="+Inf"}': '0+10x1600',
  'web_vitals_count{name="LCP"}': '0+10x1600',
};

interface Fault {
  what: string;
  /** What is different from a quiet day. */
  series: Series;
  /** Of the alert that fires in the end. */
  labels?: Record<string, string>;
  minutes?: number;
}

const b = { labels: { instance: 'b' } };

const FAULTS: Record<string, Fault[]> = {
  SiteDown: [
    {
      what: 'no replica answers',
      series: { 'up{instance="a"}': '1 0x30', 'up{instance="b"}': '1 0x30' },
    },
    {
      what: 'discovery finds none',
      series: { 'up{instance="a"}': '1 stale', 'up{instance="b"}': '1 stale' },
      labels: { job: 'website' },
    },
  ],
  ReplicaDown: [
    {
      what: 'one does not answer',
      series: { 'up{instance="b"}': '1 0x30' },
      labels: { instance: 'b', job: 'website' },
    },
  ],
  ReplicaMissing: [
    { what: 'one does not answer', series: { 'up{instance="b"}': '1 0x30' } },
    { what: 'discovery does not find one', series: { 'up{instance="b"}': '1 stale' } },
  ],
  ReplicaRestarting: [
    {
      what: 'a start a minute',
      series: { 'process_start_time_seconds{instance="a"}': '1000+60x30' },
      labels: { instance: 'a', job: 'website' },
    },
  ],
  RequestsFailing: [
    {
      what: 'one in twenty is a 500',
      series: { 'http_request_duration_seconds_count{route="/", status="500"}': '0+3x30' },
    },
    {
      what: 'the blog has no copy while the content service is down',
      series: { 'http_request_duration_seconds_count{route="/blogs", status="503"}': '0+6x30' },
    },
  ],
  RequestsSlow: [
    {
      what: 'one in six takes seconds',
      series: {
        'http_request_duration_seconds_bucket{route="/", le="0.1"}': '0+50x30',
        'http_request_duration_seconds_bucket{route="/", le="5"}': '0+60x30',
      },
    },
  ],
  CallbacksFailing: [
    ...['backend_silent', 'backend_unreachable', 'store_unavailable'].map((outcome) => ({
      what: `a single ${outcome}`,
      series: { [`callback_requests_total{outcome="${outcome}"}`]: '0x25 1x5' },
    })),
    {
      what: 'one before the first look at a new replica',
      series: {
        'process_start_time_seconds{instance="b"}': '_x25 1500x5',
        'callback_requests_total{instance="b", outcome="store_unavailable"}': '_x25 1x5',
      },
    },
  ],
  CallbacksRefused: [
    {
      what: 'PHP refuses everything',
      series: {
        'callback_requests_total{outcome="backend_refused"}': '0+0.2x30',
        'callback_requests_total{outcome="forwarded"}': '9x30',
      },
    },
    {
      what: 'PHP refuses everything, one an hour',
      series: {
        'callback_requests_total{outcome="backend_refused"}': '0x59 1x59 2x59 3x59 4x59 5x59',
        'callback_requests_total{outcome="forwarded"}': '9x400',
      },
      minutes: 350,
    },
  ],
  CallbacksRateLimited: [
    {
      what: 'nobody gets through',
      series: {
        'callback_requests_total{outcome="rate_limited"}': '0+1x30',
        'callback_requests_total{outcome="stored"}': '9x30',
        'callback_requests_total{outcome="forwarded"}': '9x30',
      },
    },
    {
      what: 'eight visitors in ten minutes share an allowance of five',
      series: {
        'callback_requests_total{outcome="rate_limited"}': '0+0.3x40',
        'callback_requests_total{outcome="stored"}': '0+0.5x40',
        'callback_requests_total{outcome="forwarded"}': '0x40',
      },
      minutes: 35,
    },
    {
      what: 'the process takes no more',
      series: { 'callback_requests_total{outcome="at_capacity"}': '0+1x30' },
    },
  ],
  CallbacksUntold: [
    {
      what: 'SMTP asks to wait, for everything',
      series: { 'callback_oldest_waiting_seconds{channel="mail"}': '0+60x30' },
      labels: { channel: 'mail' },
    },
  ],
  CallbacksFailed: [
    {
      what: 'SMTP refuses for good',
      series: { 'callback_deliveries_failed{channel="mail"}': '0x20 1x10' },
      labels: { channel: 'mail' },
    },
  ],
  CallbackStoreErrors: [
    {
      what: 'a single write fails',
      series: { 'callback_store_errors_total{instance="a"}': '0x25 1x5' },
      labels: { instance: 'a' },
    },
    {
      what: 'the store has never opened',
      series: { 'callback_store_errors_total{instance="b"}': '_ 1+6x30' },
      ...b,
    },
    {
      what: 'one before the first look at a new replica',
      series: {
        'process_start_time_seconds{instance="b"}': '_x25 1500x5',
        'callback_store_errors_total{instance="b"}': '_x25 1x5',
      },
      ...b,
    },
  ],
  ClockAhead: [
    {
      what: 'a replica starts with a clock a year ahead',
      series: { 'callback_purge_waits{instance="b"}': '_ 1x30' },
      ...b,
    },
  ],
  DataDiskFilling: [
    {
      what: 'a tenth is left',
      series: { 'data_disk_free_bytes{instance="b"}': '5e9x10 9e8x20' },
      labels: { instance: 'b', job: 'website' },
    },
  ],
  ContentStale: [
    {
      what: 'the service does not answer',
      series: {
        content_age_seconds: '0+60x30',
        'content_service_calls_total{outcome="timeout"}': '0+1x30',
      },
    },
    {
      what: 'a replica starts while the service is down',
      series: {
        content_age_seconds: '30x4 stale 0+60x30',
        'content_service_calls_total{outcome="timeout"}': '0x4 stale 1+1x30',
      },
    },
  ],
  ContentServiceRefuses: [
    {
      what: 'the token is withdrawn',
      series: { 'content_service_calls_total{outcome="unauthorised"}': '0x25 1x5' },
    },
    {
      what: 'a new replica has a wrong one',
      series: {
        'process_start_time_seconds{instance="b"}': '_x25 1500x5',
        'content_service_calls_total{instance="b", outcome="unauthorised"}': '_x25 1x5',
      },
    },
  ],
  ContentSetUpWrong: [
    {
      what: 'a field is renamed',
      series: { 'content_service_calls_total{outcome="setup"}': '0x25 1x5' },
    },
    {
      what: 'a new replica has a wrong space',
      series: {
        'process_start_time_seconds{instance="b"}': '_x25 1500x5',
        'content_service_calls_total{instance="b", outcome="setup"}': '_x25 1x5',
      },
    },
  ],
  LogLinesDropped: [
    {
      what: 'the disk of the log is full',
      series: { 'log_lines_dropped_total{instance="b"}': '0x20 0+40x10' },
      ...b,
    },
    {
      what: 'a new replica finds it full',
      series: {
        'process_start_time_seconds{instance="b"}': '_x25 1500x5',
        'log_lines_dropped_total{instance="b"}': '_x25 3x5',
      },
      ...b,
    },
  ],
  EventLoopBlocked: [
    {
      what: 'half a second at a time',
      series: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.5x30' },
      labels: { instance: 'a' },
    },
  ],
  BrowserErrors: [
    {
      what: 'a release fails in Firefox',
      series: { 'browser_errors_total{browser="firefox"}': '0x1500 0+2x30' },
      minutes: 1530,
      labels: { browser: 'firefox' },
    },
  ],
  VisitorsWait: [
    {
      what: 'most wait for seconds',
      series: {
        'web_vitals_bucket{name="LCP", le="1000"}': '0+1x1600',
        'web_vitals_bucket{name="LCP", le="4000"}': '0+10x1600',
      },
      minutes: 1560,
    },
  ],
};

/** With the label that Prometheus gives everything that it scrapes from the site. */
const scraped = (series: Series) =>
  Object.entries(series).map(([name, values]) => ({
    series: name.includes('{') ? name.replace('{', '{job="website", ') : `${name}{job="website"}`,
    values,
  }));

/** Runs promtool. @returns what it says; empty when all is well */
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

/** Queries the expression: alert_rule_test would need every wording a second time. */
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

test('every alert is tried with a fault that it is for', () => {
  expect(Object.keys(FAULTS)).toEqual(rules.map(({ alert }) => alert));
});

const cases = rules.flatMap(({ alert, labels }) =>
  (FAULTS[alert] ?? []).map((fault) => ({ alert, severity: labels.severity as string, ...fault })),
);

test.each(cases)(
  '$alert fires when $what, and not before',
  ({ alert, severity, series, labels, minutes = 29 }) => {
    const outcome = runRuleTests([
      {
        interval: '1m',
        input_series: scraped({ ...QUIET, ...series }),
        promql_expr_test: [
          firing(alert, {}, 0, false),
          firing(alert, { severity, ...labels }, minutes, true),
        ],
      },
    ]);
    expect(outcome).toBe('');
  },
);

test('promtool finds nothing wrong with the metrics of a running site', async () => {
  const adminPort = String(await freePort());
  const site = await startSiteProcess({ ADMIN_PORT: adminPort });
  for (const path of ['/', '/blogs', '/no-such-page']) await fetch(site.url + path);
  await fetch(`${site.url}/about`, { method: 'PURGE' });
  const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: metrics,
    encoding: 'utf8',
  });
  expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  expect(metrics).toMatch(/^site_build_info\{build="[^"]+",node="v\d[^"]+"\} 1$/m);
  expect(metrics).toMatch(/^content_age_seconds \d/m);
  for (const name of ['free', 'size'])
    expect(metrics).toMatch(new RegExp(`^data_disk_${name}_bytes [1-9]`, 'm'));
});
