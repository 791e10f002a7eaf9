import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Every metric of the site, in one list. Labels hold route patterns and outcomes, never paths,
 * addresses or anything a visitor typed.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // These are gauges named like counters; nodejs_active_resources gives the same by type.
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  /** Counted here, because each `inc` looks its labels up. */
  const pageReads = { hit: 0, miss: 0, none: 0 };
  /** Run before each scrape; replaced by the part that knows the value. */
  const collectors: { contentAge: () => void; dataDisk: () => void | Promise<void> } = {
    contentAge() {},
    dataDisk() {},
  };
  const metrics = {
    registry,
    collectors,
    buildInfo: new Gauge({
      name: 'site_build_info',
      help: 'Always 1; the labels say which build runs on which Node',
      labelNames: ['build', 'node'],
      registers,
    }),
    requestDuration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of its answer',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    pageReads,
    pageCache: new Counter({
      name: 'page_cache_requests_total',
      help: 'Pages by how they were answered: hit or miss',
      labelNames: ['result'],
      registers,
      collect() {
        this.reset();
        for (const result of ['hit', 'miss'] as const) this.inc({ result }, pageReads[result]);
      },
    }),
    pageCacheBytes: new Gauge({
      name: 'page_cache_bytes',
      help: 'Bytes held by the page cache',
      registers,
    }),
    renders: new Counter({
      name: 'page_renders_total',
      help: 'Pages by what became of their render: started, or refused because too many waited',
      labelNames: ['outcome'],
      registers,
    }),
    logLinesDropped: new Counter({
      name: 'log_lines_dropped_total',
      help: 'Log lines that could not be written: the disk is full, or nobody reads the pipe',
      registers,
    }),
    contentCalls: new Counter({
      name: 'content_service_calls_total',
      help: 'Calls to the content service by outcome: ok, timeout, or the kind of failure',
      labelNames: ['call', 'outcome'],
      registers,
    }),
    contentAge: new Gauge({
      name: 'content_age_seconds',
      help: 'How long ago the content service last said which posts there are; before it ever did, the time since the start',
      registers,
      collect: () => collectors.contentAge(),
    }),
    contentLeftOut: new Gauge({
      name: 'content_entries_left_out',
      help: 'Blog entries that cannot be shown; the log says which and why',
      registers,
    }),
    callbacks: new Counter({
      name: 'callback_requests_total',
      help: 'Callback requests by outcome: stored, forwarded, spooled, duplicate, or the reason they were refused',
      labelNames: ['outcome'],
      registers,
    }),
    storeBytes: new Gauge({
      name: 'callback_store_bytes',
      help: 'Size of the callback store',
      registers,
    }),
    storeErrors: new Counter({
      name: 'callback_store_errors_total',
      help: 'Calls of the callback store that failed, and attempts to open it',
      registers,
    }),
    purgeWaits: new Gauge({
      name: 'callback_purge_waits',
      help: '1 while no callback request is erased, because the clock is more than 30 days ahead of the last use of the store',
      registers,
    }),
    callbackDeliveries: new Counter({
      name: 'callback_deliveries_total',
      help: 'Attempts to tell somebody of a callback request: delivered, waiting for the next, failed',
      labelNames: ['channel', 'outcome'],
      registers,
    }),
    callbacksWaiting: new Gauge({
      name: 'callback_deliveries_waiting',
      help: 'Callback requests that somebody has not been told of yet',
      labelNames: ['channel'],
      registers,
    }),
    callbackAge: new Gauge({
      name: 'callback_oldest_waiting_seconds',
      help: 'Age of the oldest callback request that somebody has not been told of yet',
      labelNames: ['channel'],
      registers,
    }),
    callbacksFailed: new Gauge({
      name: 'callback_deliveries_failed',
      help: 'Callback requests that could not be delivered, and are not tried again',
      labelNames: ['channel'],
      registers,
    }),
    dataDiskFree: new Gauge({
      name: 'data_disk_free_bytes',
      help: 'What the site may still write to the disk that holds DATA_DIR',
      registers,
      collect: () => collectors.dataDisk(),
    }),
    dataDiskSize: new Gauge({
      name: 'data_disk_size_bytes',
      help: 'Size of the disk that holds DATA_DIR',
      registers,
      collect: () => collectors.dataDisk(),
    }),
    cspViolations: new Counter({
      name: 'csp_violations_total',
      help: 'Parts of pages that browsers report to have refused, by directive of the policy',
      labelNames: ['directive'],
      registers,
    }),
    browserErrors: new Counter({
      name: 'browser_errors_total',
      help: 'Errors in pages that browsers report, by kind of browser',
      labelNames: ['browser'],
      registers,
    }),
    visitorActions: new Counter({
      name: 'browser_actions_total',
      help: 'What visitors did, as browsers report it: numbers tapped, steps ticked, forms begun and sent',
      labelNames: ['action', 'of', 'page'],
      registers,
    }),
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
  const awaited = ['store_unavailable', 'backend_unreachable', 'backend_silent', 'backend_refused'];
  for (const outcome of [
    ...awaited,
    'rate_limited',
    'at_capacity',
    'stored',
    'forwarded',
    'spooled',
  ])
    metrics.callbacks.inc({ outcome }, 0);
  for (const outcome of ['unauthorised', 'setup'])
    metrics.contentCalls.inc({ call: 'catalogue', outcome }, 0);
  for (const outcome of ['started', 'refused']) metrics.renders.inc({ outcome }, 0);
  return metrics;
}

export type Metrics = ReturnType<typeof createMetrics>;
