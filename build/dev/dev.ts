import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify, stripVTControlCharacters } from 'node:util';
import react from '@vitejs/plugin-react';
import { createLogger, createServer, type ProxyOptions } from 'vite';
import { freePort } from '../../test/support/free-port.ts';
import { filesOf } from '../sources.ts';
import { layered } from '../stylesheets.ts';
import { OUT, openSite } from './site.ts';

/** Editors write a file in several steps; one build covers them all. */
const SETTLE_MS = 20;
const execute = promisify(execFile);
const COMPILER = ['node_modules/typescript/bin/tsc', '-b', '--pretty'];
const ENTRY = '/client/development.ts';
/** For the style of Vite's overlay, which the content security policy would leave out. */
const NONCE = 'development';
/** What every page is given at the start of its head. */
const HEAD = `<head><meta property="csp-nonce" nonce="${NONCE}"><link rel="stylesheet" href="/${OUT}/site.css"><script type="module" src="${ENTRY}"></script><script type="module" src="/@vite/client"></script>`;
const ABSENT = `<!doctype html><html lang="en-GB">${HEAD}</head><body>The site does not run. The terminal says why.</body></html>`;

const port = Number(process.env.PORT || 3000);
const url = `http://localhost:${port}`;
const sitePort = await freePort();
/** What is wrong until it is mended. */
const problems = { site: '', types: '' };

const putAway = () => hot.send({ type: 'update', updates: [] });
const show = (message: string) => hot.send({ type: 'error', err: { message, stack: '' } });

/** Tells the terminal and the open pages. @returns it as plain text, without places in packages */
function report(message: string): string {
  const lines = stripVTControlCharacters(message).trim().split('\n');
  const plain = lines.filter((line) => !/^\s*(?:at|>) .*node_modules/.test(line)).join('\n');
  if (plain !== problems.site) console.error(`\n${plain}\n`);
  show(plain);
  return plain;
}

const site = await openSite({
  url,
  port: sitePort,
  entry: ENTRY,
  nodeOptions: process.argv.slice(2),
  report(problem) {
    problems.site = report(problem);
  },
});

/** Whatever Vite does not serve comes from the site, which never hears of Vite. */
const fromSite: ProxyOptions = {
  target: `http://127.0.0.1:${sitePort}`,
  headers: { 'accept-encoding': 'identity' },
  async bypass({ url }, response) {
    await following;
    if (site.isRunning()) return null;
    response?.writeHead(503, { 'Content-Type': 'text/html' }).end(ABSENT);
    return url;
  },
  configure(proxy) {
    proxy.on('proxyRes', ({ headers }, { method }, response) => {
      headers['cache-control'] = 'no-store';
      if (method === 'HEAD' || !headers['content-type']?.startsWith('text/html')) return;
      delete headers['content-length'];
      const policy = headers['content-security-policy'] as string;
      headers['content-security-policy'] = policy.replace('style-src', `$& 'nonce-${NONCE}'`);
      const write = response.write.bind(response);
      response.write = (start: Buffer) => {
        response.write = write;
        // As single bytes: the piece may end within a character.
        return write(start.toString('latin1').replace('<head>', HEAD), 'latin1');
      };
    });
  },
};

const logger = createLogger('warn', { allowClearScreen: false });
logger.error = (message, { error } = {}) => {
  // The site's build says what is wrong in its own files.
  const { id } = (error ?? {}) as { id?: string };
  if (!id || !site.reads(relative('.', id))) report(message);
};
const server = await createServer({
  configFile: false,
  envDir: false,
  publicDir: false,
  cacheDir: join(OUT, 'packages'),
  appType: 'custom',
  customLogger: logger,
  plugins: [react()],
  define: {
    STYLESHEET: JSON.stringify(`/${OUT}/none.css`), // the rules of all pages are there already
    HYDRATION: '["/client/hydrate.tsx"]',
    IMPORTS_OF_PAGES: '{}',
  },
  build: { assetsInlineLimit: 0 },
  optimizeDeps: { entries: ['client/index.ts', 'client/hydrate.tsx'] },
  server: {
    host: process.env.HOST || '0.0.0.0',
    port,
    strictPort: true,
    cors: false,
    forwardConsole: { unhandledErrors: true, logLevels: [] },
    fs: { allow: ['client', 'shared', OUT] },
    proxy: { [`^/(?!@|client/|shared/|node_modules/|${OUT}/)`]: fromSite },
    watch: { ignored: [`**/${OUT}/{packages,public,server}/**`, '**/{data,dist*,test*}/**'] },
  },
});
const { hot, moduleGraph } = server.environments.client;
hot.on('vite:client:connect', () => {
  const problem = problems.site || problems.types;
  if (problem) show(problem);
});

/** Changes that the site has not read. */
const unread = new Set<string>();
let styles = '';
/** How many changes were seen, to know what was said before one of them. */
let changes = 0;
let typeCheck = Promise.resolve();
let typesWereWrong = false;

/** Starts the site again if it has to read something that was written, and checks the types. */
async function follow(): Promise<void> {
  const imports = layered(await filesOf('shared/**/*.css'), '..');
  if (imports !== styles) await writeFile(join(OUT, 'site.css'), imports);
  styles = imports;
  const wasRunning = site.isRunning();
  const files = [...unread].filter(site.reads);
  unread.clear();
  if (!wasRunning || files.length > 0) {
    const wasWrong = problems.site !== '';
    problems.site = '';
    await site.restart();
    if (problems.site) {
      for (const file of files) unread.add(file);
      return;
    }
    if (wasWrong) putAway(); // it may have been shown after what Vite said of the mended file
    // What pages have loaded from Vite it has replaced in them.
    const inPages = (file: string) => moduleGraph.getModulesByFile(resolve(file))?.size;
    if (server.ws.clients.size > 0 && !(wasRunning && files.every(inPages)))
      hot.send({ type: 'full-reload' });
  }
  const seen = changes;
  // One after the other, none ended half-way: the compiler keeps declarations in files.
  typeCheck = typeCheck.then(() => (seen === changes ? checkTypes() : undefined));
}

async function checkTypes(): Promise<void> {
  const seen = changes;
  const wrong = await execute(process.execPath, COMPILER).then(
    () => '',
    ({ stdout, message }) => stdout || message,
  );
  if (seen !== changes) return;
  if (wrong) problems.types = report(wrong);
  else if (typesWereWrong) putAway();
  typesWereWrong = wrong !== '';
}

await server.listen().catch(({ message }: Error) => {
  console.error(`${message}. End what uses it, or choose another: PORT=${port + 1} npm run dev`);
  process.exit(1);
});
await mkdir(OUT, { recursive: true });
await writeFile(join(OUT, 'none.css'), '');
let following = follow().then(() => site.isRunning() && console.log(`The site is at ${url}`));
let settling = false;
server.watcher.on('all', (_event, path) => {
  unread.add(relative('.', path));
  changes += 1;
  problems.types = '';
  if (settling) return;
  settling = true;
  following = following.then(async () => {
    await sleep(SETTLE_MS);
    settling = false;
    await follow();
  });
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());
