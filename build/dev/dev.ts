import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { DevState } from '../../client/development/state.ts';
import { createFront } from './front.ts';
import { checkTypes, problemOfStack, problemsOfBuild } from './problem.ts';
import { SiteProcess } from './site.ts';
import { FOR_BROWSER, OUT, openSources } from './sources.ts';
import { watchTree } from './watch.ts';

/** Editors write a file in several steps; one rebuild covers them all. */
const SETTLE_MS = 20;

const state: DevState = {
  session: Date.now(),
  site: 0,
  pages: 0,
  modules: 0,
  styles: '',
  problems: [],
};
const problems = {
  inPages: [] as string[],
  inSite: [] as string[],
  inTypes: [] as string[],
  thrown: [] as string[],
};
const pages = new Set<ServerResponse>();
const event = () => `data: ${JSON.stringify(state)}\n\n`;

/** Tells the open pages and the terminal. */
function publish(): void {
  const before = state.problems.join();
  const { inPages, inSite, inTypes, thrown } = problems;
  const inBuild = [...inPages, ...inSite];
  // Once each: pages and site share most files, and what cannot be read has no types.
  state.problems = [...new Set([...inBuild, ...(inBuild.length > 0 ? [] : inTypes), ...thrown])];
  for (const page of pages) page.write(event());
  if (state.problems.join() !== before)
    console.log(`\n${state.problems.join('\n\n') || 'All mended.'}\n`);
}

const port = Number(process.env.PORT || 3000);
const front = Promise.withResolvers<RequestListener>();
// Before anything is written: another development server may be at work in this folder.
await once(
  createServer(async (request, response) => (await front.promise)(request, response))
    .once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken. End what uses it, or choose another: PORT=${port + 1} npm run dev`;
      console.error(error.code === 'EADDRINUSE' ? taken : error.message);
      process.exit(1);
    })
    .listen(port, process.env.HOST || '0.0.0.0'),
  'listening',
);
const url = `http://localhost:${port}`;
const site = new SiteProcess({
  program: join(OUT, 'server/site.js'),
  url,
  options: process.argv.slice(2),
  onError(problem) {
    problems.thrown.push(problem);
    publish();
  },
});
const sources = await openSources();
const { modules } = sources;
const client = await build({
  ...FOR_BROWSER,
  entryPoints: ['client/development/client.ts'],
  write: false,
});

/** What was written since the tabs were told, and since the site was started. */
const written = new Set<string>();
const unread = new Set<string>();

/** Shows in the open pages what was written. */
async function followInPages(): Promise<void> {
  const began = performance.now();
  const files = [...written];
  written.clear();
  for (const file of files) unread.add(file);
  problems.inPages = problemsOfBuild(await sources.buildPages());
  state.modules = modules.version;
  state.styles = sources.stylesheet();
  publish();
  if (files.length > 0)
    console.log(`${files.join(', ')}: ${Math.round(performance.now() - began)} ms`);
}

/** Starts the site again if it has to read something that was written, and checks the types. */
async function followInSite(): Promise<void> {
  const files = [...unread];
  unread.clear();
  const forSite = files.filter(sources.isOfSite);
  if (state.site === 0 || forSite.length > 0) {
    problems.inSite = problemsOfBuild(await sources.buildSite());
    if (problems.inSite.length > 0) for (const file of files) unread.add(file);
    else {
      problems.thrown = [];
      await sources.writeRest();
      if (await site.restart()) {
        if (state.site === 0) console.log(`The site is at ${url}`);
        state.site += 1;
        if (!forSite.every((file) => modules.inputs.has(file))) state.pages += 1;
      }
    }
    publish();
  }
  checkTypes((found) => {
    problems.inTypes = found;
    publish();
  });
}

let pagesFollow = followInPages();
let siteFollows = pagesFollow.then(followInSite);
const script = (text: string): [string, string] => ['text/javascript; charset=utf-8', text];
front.resolve(
  createFront({
    follow(page) {
      page.write(event());
      pages.add(page);
      page.once('close', () => pages.delete(page));
    },
    tag: () =>
      `<script type="module" src="/@dev/client.js" data-dev='${JSON.stringify({ ...state, problems: [] })}'></script>`,
    port: () => siteFollows.then(() => site.port),
    own: {
      '/@dev/client.js': () => script(client.outputFiles[0]?.text ?? ''),
      '/@dev/start.js': () =>
        script(`import { start } from '/@dev/client.js';\nstart(${modules.version});\n`),
      '/@dev/packages.js': () => script(modules.packages),
      '/@dev/modules.js': (address) =>
        script(modules.script(address, Number(/after=(\d+)/.exec(address)?.[1] ?? 0))),
      '/@dev/site.css': () => [
        'text/css; charset=utf-8',
        readFileSync(sources.stylesheet(), 'utf8'),
      ],
      '/@dev/trace': (_address, stack) => ['text/plain', problemOfStack(modules.trace(stack))],
    },
  }),
);
let settle: ReturnType<typeof setTimeout> | undefined;
for (const folder of ['server', 'client', 'shared', 'content', 'public'])
  watchTree(folder, (path) => {
    written.add(path);
    clearTimeout(settle);
    settle = setTimeout(() => {
      pagesFollow = pagesFollow.then(followInPages);
      siteFollows = Promise.all([pagesFollow, siteFollows]).then(followInSite);
    }, SETTLE_MS);
  });

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await Promise.all([site.stop(), sources.close()]);
    process.exit(0);
  });
