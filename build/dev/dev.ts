import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, type FSWatcher, globSync, readFileSync, watch } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Response } from 'express';
import { createProxyMiddleware, responseInterceptor } from 'http-proxy-middleware';
import { prettyFactory } from 'pino-pretty';
import type { Manifest } from '../../server/http/assets.ts';
import { freePort } from '../../test/support/free-port.ts';

const FOLDERS = '{client,content,public,server,shared}/**/';
/** The site applies an edit of its site file by itself, and logs this when its pages have it. */
const SITE_FILE_LIVE = 'the site file has changed and its new content is live';
const LOOK_MS = 100;
const RELOAD_SCRIPT = '<head><script type="module" src="/.dev/reload.js"></script>';
const SITE_DOWN_PAGE = `${RELOAD_SCRIPT}The site is not running. See the terminal for the reason.`;

const port = Number(process.env.PORT || 3000);
const url = `http://localhost:${port}`;
const sitePort = await freePort();
const formatLogLine = prettyFactory({
  ignore: 'pid,hostname',
  minimumLevel: (process.env.LOG_LEVEL as 'warn') || 'warn',
});
let site: ChildProcess | undefined;
const watchers: Record<string, FSWatcher> = {};
const openPages = new Set<Response>();
/** Files that were written since the last build; everything at first. */
const changed = new Set(['everything']);

/** @returns whether the site could be built; the build itself says why not */
async function build(out: string): Promise<boolean> {
  const command = ['esbuild.config.ts', '--development', `--out=${out}`];
  const [code] = await once(spawn(process.execPath, command, { stdio: 'inherit' }), 'close');
  return code === 0;
}

/** Starts a build in place of the one that runs, until it answers or has failed to start. */
async function start(out: string): Promise<void> {
  if (site?.kill('SIGKILL')) await once(site, 'close');
  const options = [...process.argv.slice(2), '--enable-source-maps', `${out}/server/index.js`];
  const started = spawn(process.execPath, options, {
    env: {
      SITE_URL: url,
      ...process.env,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(sitePort),
      SERVICE_WORKER: 'off',
      LOG_LEVEL: 'info', // says when it is ready
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  site = started;
  await new Promise<void>((resolve) => {
    started.once('close', () => resolve());
    createInterface(started.stdout).on('line', (line) => {
      process.stdout.write(formatLogLine(line) ?? '');
      if (line.includes(SITE_FILE_LIVE)) sendToPages('event: reload\ndata:\n\n');
      if (line.includes('"msg":"ready on ')) resolve();
    });
  });
}

function sendToPages(event: string): void {
  for (const page of openPages) page.write(event);
}

/** Watches every folder of the sources once; one that was removed and is there again counts as new. */
function watchFolders(): void {
  for (const folder of globSync(FOLDERS))
    watchers[folder] ??= watch(folder, (_event, file) => {
      changed.add(file ?? folder);
      if (!existsSync(folder)) forget(folder);
    }).on('error', () => forget(folder));
}

function forget(folder: string): void {
  watchers[folder]?.close();
  delete watchers[folder];
}

const app = express();
app.use('/.dev', express.static(import.meta.dirname));
app.get('/.dev/events', (_request, response) => {
  openPages.add(response);
  response.on('close', () => openPages.delete(response));
  response.type('text/event-stream').flushHeaders();
});
// Everything else comes from the site, which never hears of this server.
const addScript = responseInterceptor(async (body, { headers }, _request, response) => {
  response.setHeader('Cache-Control', 'no-store');
  if (!headers['content-type']?.startsWith('text/html')) return body;
  return body.toString().replace('<head>', RELOAD_SCRIPT);
});
app.use(
  createProxyMiddleware<express.Request, Response>({
    target: `http://127.0.0.1:${sitePort}`,
    selfHandleResponse: true,
    on: {
      proxyRes: addScript,
      error: (_error, _request, response) =>
        void (response as Response).status(503).send(SITE_DOWN_PAGE),
    },
  }),
);
await once(app.listen(port, process.env.HOST || '0.0.0.0'), 'listening');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());
process.once('exit', () => site?.kill('SIGKILL'));

let onlyStyles = true;
/** The site runs from one while the other is built. */
let [nextDir, running] = ['.dev/one', '.dev/two'];
for (;;) {
  watchFolders();
  while (changed.size === 0) await sleep(LOOK_MS);
  await sleep(LOOK_MS); // editors write a file in several steps
  onlyStyles &&= [...changed].every((file) => file.includes('.css')); // or .css~
  changed.clear();
  if (!(await build(nextDir))) continue;
  await start(nextDir);
  const manifest = JSON.parse(readFileSync(`${nextDir}/server/manifest.json`, 'utf8')) as Manifest;
  sendToPages(`event: ${onlyStyles ? 'styles' : 'reload'}\ndata: ${manifest.wholeStylesheet}\n\n`);
  if (site?.exitCode === null) console.log(`The site is at ${url}`);
  [nextDir, running] = [running, nextDir];
  onlyStyles = true;
}
