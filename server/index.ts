import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { type Config, readConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { toListenerError } from './config/listener-error.ts';
import { describeModes, logStartupWarnings, readyMessage } from './config/startup-warnings.ts';
import { startAdminServer } from './ops/admin-server.ts';
import { logErrors, setErrorLogger, withTimeout } from './ops/async.ts';
import { drain } from './ops/drain.ts';
import { createLimitedServer, listen, portOf } from './ops/listen.ts';
import { createLogger, type LogDestination, openLogDestination } from './ops/log.ts';
import { assembleSite } from './site.ts';

/**
 * Longest wait for pending writes. A disk that hangs does not hold up the end of the process: a
 * write that is not acknowledged by then never will be.
 */
const FLUSH_TIMEOUT_MS = 1000;
/** Longest wait for the log. Its last line, which says why, waits behind pages being compressed. */
const LOG_TIMEOUT_MS = 3000;

/**
 * Delay after the servers have begun to listen, before the database is opened and pages are
 * prerendered: both would take the processor from the first page. A start that fails does neither.
 */
const WARM_UP_DELAY_MS = 100;

/** Starts the site: config -> assembleSite -> listen -> drain. The only file with side effects. */
async function start(config: Config, log: Logger, output: LogDestination): Promise<void> {
  const dist = dirname(import.meta.dirname);
  setErrorLogger(log);
  const site = await assembleSite({ config, log, dist });
  const { server, close } = site;
  const servers = [server];
  const { readiness, metrics, assets } = site.current();
  void site.database.refused.then((error) => exitOnStartError(error, log, output));
  output.onDropped((lines) => metrics.logLinesDropped.inc(lines));
  const warmUp = async () => {
    site.open();
    await site.prepare();
  };
  installShutdownHandlers({
    log,
    drain: () => drain({ servers, readiness, delayMs: config.drainDelayMs, log }),
    close: () => withTimeout(close(), FLUSH_TIMEOUT_MS),
    exit: (code) => exit(code, output),
  });
  const port = await listen(server, { ...config, log }).catch(rethrow(''));
  // Loaded on demand, so that most sites start sooner.
  const isDeskEnabled = config.deskPassword && (config.admin || config.desk);
  const desk = isDeskEnabled
    ? (await import('./callbacks/desk/desk.ts')).createDesk(site.current)
    : null;
  let deskPort: number | undefined;
  if (desk && config.desk) {
    const deskServer = createLimitedServer(desk);
    deskPort = await listen(deskServer, { ...config.desk, log }).catch(rethrow('DESK_'));
    servers.push(deskServer);
  }
  let adminPort: number | undefined;
  if (config.admin) {
    const adminDeps = { ...config.admin, metrics, desk: config.desk ? null : desk, log };
    const adminServer = await startAdminServer(adminDeps).catch(rethrow('ADMIN_'));
    adminPort = portOf(adminServer);
    servers.push(adminServer);
  }
  setTimeout(logErrors(warmUp), WARM_UP_DELAY_MS);
  readiness.ready = true;
  await logStartupWarnings(config, log);
  const { version, commit } = assets;
  log.info(
    {
      port,
      adminPort,
      deskPort,
      version,
      commit,
      node: process.version,
      ...describeModes(config),
    },
    readyMessage({ ...config, port }),
  );
}

/** Returns a handler that names the setting because of which a server cannot listen. */
const rethrow = (prefix: Parameters<typeof toListenerError>[1]) => (error: unknown) => {
  throw toListenerError(error, prefix);
};

/**
 * Installs the shutdown handlers. SIGTERM and SIGINT drain, and a second one ends the process at
 * once. An uncaught error ends it after pending writes have finished.
 */
function installShutdownHandlers(deps: {
  log: Logger;
  drain: () => Promise<void>;
  close: () => Promise<unknown>;
  exit: (code: number) => Promise<void>;
}): void {
  const { log, drain, close, exit } = deps;
  let ending = false;
  const end = async (signal: string) => {
    if (ending) return exit(1);
    ending = true;
    log.info({ signal }, 'asked to stop');
    // A failing step must not stop the remaining ones.
    for (const finish of [drain, close])
      await finish().catch((error: unknown) =>
        log.error({ err: error }, 'something failed while stopping'),
      );
    log.info('stopped');
    await exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, async (error) => {
      log.fatal({ err: error }, event);
      await close().catch(() => {});
      await exit(1);
    });
}

/** Ends the process once its log is written. */
async function exit(code: number, output?: LogDestination): Promise<void> {
  if (output) await withTimeout(output.flush(), LOG_TIMEOUT_MS);
  process.exit(code);
}

/**
 * Starts the site. It prints configuration errors one a line, and logs any other startup error, or
 * prints it when the logger does not exist yet.
 */
async function main(): Promise<void> {
  let output: LogDestination | undefined;
  let log: Logger | undefined;
  try {
    const config = readConfig(process.env);
    output = openLogDestination();
    log = createLogger(config.logLevel, output);
    await start(config, log, output);
  } catch (error) {
    await exitOnStartError(error, log, output);
  }
}

async function exitOnStartError(error: unknown, log?: Logger, output?: LogDestination) {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof ConfigError) process.stderr.write(`${reason}\n`);
  else if (log) log.fatal({ err: error }, `the site could not start: ${reason}`);
  else process.stderr.write(`the site could not start: ${reason}\n`);
  await exit(1, output);
}

main();
