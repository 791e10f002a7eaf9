import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { statDisk } from './disk.ts';

/** Outcomes of callback requests that have an alert. */
const CALLBACK_OUTCOMES = [
  'store_unavailable',
  'backend_unreachable',
  'backend_silent',
  'backend_refused',
  'rate_limited',
  'at_capacity',
  'stored',
  'forwarded',
  'spooled',
];

/**
 * Every metric of the site, in one list. Labels hold route patterns and outcomes, never paths,
 * addresses or anything a visitor typed.
 * @param dataDir the folder whose disk is watched
 */
export function createMetrics(dataDir = '') {
  const registry = new Registry();
  const registers = [registry];
  // Ten times a second it would look how busy the event loop is, and go on without end after a jump
  // of the clock: so it looks every 11 days, and what it finds is left out.
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: 1e9 });
  for (const name of [
    'nodejs_eventloop_utilization_summary',
    'nodejs_eventloop_utilization_histogram',
    // These are gauges named like counters; nodejs_active_resources gives the same by type.
    'nodejs_active_handles_total',
    'nodejs_active_requests_total',
    'nodejs_active_resources_total',
  ])
    registry.removeSingleMetric(name);
  /** Run before each scrape; replaced by the part that knows the value. */
  const collectors: { contentAge?: () => void; backupAge?: () => Promise<number | null> } = {};
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[] = [],
    collect: () => void | Promise<void> = () => {},
  ) => new Gauge({ name, help, labelNames, registers, collect });
  const diskGauge = (name: string, help: string, blocks: 'bavail' | 'blocks') =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const disk = await statDisk(dataDir);
        if (disk) this.set(disk[blocks] * disk.bsize);
      },
    });
  const metrics = {
    registry,
    collectors,
    buildInfo: gauge('site_build_info', 'Always 1; the labels say which build runs on which Node', [
      'build',
      'version',
      'commit',
      'node',
    ]),
    requestDuration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of its answer',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    pageCacheBytes: gauge('page_cache_bytes', 'Bytes held by the page cache'),
    renders: counter(
      'page_renders_total',
      'Pages by what became of their render: started, or refused because too many waited',
      ['outcome'],
    ),
    logLinesDropped: counter(
      'log_lines_dropped_total',
      'Log lines that could not be written: the disk is full, or nobody reads the pipe',
    ),
    contentCalls: counter(
      'content_service_calls_total',
      'Calls to the content service by outcome: ok, timeout, or the kind of failure',
      ['call', 'outcome'],
    ),
    contentAge: gauge(
      'content_age_seconds',
      'Seconds since the content service last listed the posts, or since the start if it never has',
      [],
      () => collectors.contentAge?.(),
    ),
    contentLeftOut: gauge(
      'content_entries_left_out',
      'Blog entries that cannot be shown; the log says which and why',
    ),
    callbacks: counter(
      'callback_requests_total',
      'Callback requests by outcome: stored, forwarded, spooled, duplicate, or the reason they were refused',
      ['outcome'],
    ),
    storeErrors: counter(
      'callback_store_errors_total',
      'Calls of the callback store that failed, and attempts to open it',
    ),
    purgeWaits: gauge(
      'callback_purge_waits',
      '1 while no callback request is erased, because the clock is more than 30 days ahead of the last use of the store',
    ),
    callbackDeliveries: counter(
      'callback_deliveries_total',
      'Attempts to deliver a callback request: delivered, waiting for the next, failed',
      ['channel', 'outcome'],
    ),
    callbacksWaiting: gauge(
      'callback_deliveries_waiting',
      'Callback requests that have not been delivered yet',
      ['channel'],
    ),
    callbackAge: gauge(
      'callback_oldest_waiting_seconds',
      'Age of the oldest callback request that has not been delivered yet',
      ['channel'],
    ),
    callbackDueAge: gauge(
      'callback_oldest_due_seconds',
      'How long the request that has been due for longest has waited for a call; 0 when none is due',
    ),
    callbacksFailed: gauge(
      'callback_deliveries_failed',
      'Callback requests that could not be delivered, and are not tried again',
      ['channel'],
    ),
    backupAge: new Gauge({
      name: 'backup_age_seconds',
      help: 'Seconds since --backup, or the systemd unit for PostgreSQL, last made a whole copy of the database; missing if none has',
      registers,
      async collect() {
        // A database that cannot be read is counted and logged elsewhere.
        const age = await collectors.backupAge?.().catch(() => null);
        if (age == null) this.remove();
        else this.set(age);
      },
    }),
    dataDiskFree: diskGauge(
      'data_disk_free_bytes',
      'What the site may still write to the disk that holds DATA_DIR',
      'bavail',
    ),
    dataDiskSize: diskGauge(
      'data_disk_size_bytes',
      'Size of the disk that holds DATA_DIR',
      'blocks',
    ),
    browserErrors: counter(
      'browser_errors_total',
      'Errors in pages that browsers report, by kind of browser',
      ['browser'],
    ),
    hydrationMismatches: counter(
      'browser_hydration_mismatches_total',
      'Pages that a translator or an extension had changed before React took them over, by kind of browser',
      ['browser'],
    ),
    visitorActions: counter(
      'browser_actions_total',
      'What visitors did, as browsers report it: numbers tapped, steps ticked, forms begun and sent',
      ['action', 'of', 'page'],
    ),
    vitals: new Histogram({
      name: 'web_vitals',
      help: 'Web vitals as browsers report them: milliseconds, CLS as a share',
      labelNames: ['name', 'rating'],
      buckets: [
        0.01, 0.05, 0.1, 0.25, 0.5, 1, 50, 100, 200, 500, 800, 1000, 1800, 2500, 4000, 8000,
      ],
      registers,
    }),
  };
  // Prometheus sees a rise only from a value that it has already scraped, so counters with an alert
  // start at zero.
  for (const outcome of CALLBACK_OUTCOMES) metrics.callbacks.inc({ outcome }, 0);
  for (const outcome of ['started', 'refused']) metrics.renders.inc({ outcome }, 0);
  return metrics;
}

export type Metrics = ReturnType<typeof createMetrics>;
