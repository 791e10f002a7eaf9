import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BuildFailure, context, formatMessages } from 'esbuild';
import { levels } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Manifest } from '../../server/http/assets.ts';
import { PAGE_IDS, type PageId } from '../../shared/addresses.ts';
import { common, RASTERISER } from '../options.ts';
import { DESK, textOf } from '../stylesheets.ts';
import { readColours } from '../tokens.ts';

/** Nothing else reads or writes it: builds and tests have folders of their own. */
export const OUT = '.dev';
const STATIC = join(OUT, 'public/static');
const FONT = 'shared/site/public-sans.woff2';
const SHOWN = process.env.LOG_LEVEL ?? 'warn';
const pretty = prettyFactory({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' });
const levelOf = (name: string) => (levels.values as Record<string, number>)[name] ?? 0;
const options = { ...common({ development: true }), logLevel: 'silent', outbase: '.' } as const;

interface SiteParts {
  /** Its address for visitors. */
  url: string;
  /** Where it listens. */
  port: number;
  /** Address of the script that its pages start with. */
  entry: string;
  /** Options of Node. */
  nodeOptions: string[];
  /** Is told why it cannot be built or started, and of errors that it logs. */
  report: (problem: string) => void;
}

/** The site's own server, in a process that is built and started again on a change. */
export async function openSite({ url, port, entry, nodeOptions, report }: SiteParts) {
  const programs = await context({
    ...options,
    entryPoints: {
      site: 'server/index.ts',
      'sqlite-worker': 'server/database/sqlite-worker.ts',
      'icon-worker': 'server/seo/icon-worker.ts',
      'service-worker': 'client/service-worker.ts',
    },
    platform: 'node',
    target: 'node24',
    packages: 'external',
    outdir: join(OUT, 'server'),
    // The addresses that Vite gives to pictures and fonts.
    assetNames: '[dir]/[name]',
    publicPath: '/',
  });
  let inputs = new Set<string>();
  let child: ChildProcess | undefined;
  let isRunning = false;
  /** What it still logs is of sources that were changed since. */
  let isOutdated = false;
  process.on('exit', () => child?.kill('SIGKILL'));

  async function build(): Promise<void> {
    const { metafile } = await programs.rebuild();
    inputs = new Set(Object.keys(metafile.inputs));
    const byPage = <T>(value: T) =>
      Object.fromEntries([...PAGE_IDS].map((id) => [id, value])) as Record<PageId, T>;
    const manifest: Manifest = {
      build: 'development',
      stylesheets: byPage(''), // a link in the head that the development server writes
      deskStylesheet: await textOf('desk', DESK, {
        ...options,
        assetNames: '[name]',
        outdir: STATIC,
      }),
      wholeStylesheet: '',
      colours: readColours(),
      entry,
      entryIntegrity: '',
      offlineEntry: '',
      previewEntry: '/client/live-preview.ts',
      pageFiles: byPage([]),
      files: {},
      carried: [],
    };
    await writeFile(join(OUT, 'server/manifest.json'), JSON.stringify(manifest));
    await cp('public', join(OUT, 'public'), { recursive: true });
    await cp(RASTERISER, join(OUT, 'server/resvg.wasm'));
    await cp(FONT, join(STATIC, basename(FONT))); // of the desk, which Vite does not serve
  }

  async function start(): Promise<void> {
    if (isRunning) {
      isRunning = false;
      child?.kill('SIGKILL');
      await once(child as ChildProcess, 'close');
    }
    isOutdated = false;
    const program = ['--enable-source-maps', join(OUT, 'server/site.js')];
    child = spawn(process.execPath, [...nodeOptions, ...program], {
      env: {
        SITE_URL: url,
        ...process.env,
        NODE_ENV: 'development',
        HOST: '127.0.0.1',
        PORT: String(port),
        SERVICE_WORKER: 'off',
        LOG_LEVEL: 'info', // says when it is ready
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines = createInterface(child.stdout as NodeJS.ReadableStream);
    let complaint = '';
    child.once('error', ({ message }) => {
      complaint += message;
    });
    child.stderr?.on('data', (text) => {
      if (isRunning || nodeOptions.length > 0)
        process.stderr.write(text); // a debugger's address
      else complaint += text;
    });
    isRunning = await new Promise<boolean>((resolve) => {
      lines.on('line', (line) => {
        if (!line.startsWith('{"level":')) return void process.stdout.write(`${line}\n`);
        const { level, msg, err } = JSON.parse(line);
        if (msg.startsWith('ready on')) resolve(true);
        if (err?.stack && level >= levelOf('error')) {
          if (!isOutdated) report(err.stack);
        } else if (level >= levelOf(SHOWN)) process.stdout.write(pretty(line));
      });
      child?.once('close', () => {
        isRunning = false;
        resolve(false);
      });
    });
    if (!isRunning) report(complaint);
  }

  return {
    isRunning: () => isRunning,
    /** Whether it has to start again to read this file. */
    reads: (file: string) => inputs.has(file) || /^public\/|^server\/.+\.css$/.test(file),
    /** Builds it, ends it and starts what was built; what cannot be built leaves it as it is. */
    async restart(): Promise<void> {
      isOutdated = true;
      try {
        await build();
      } catch (failure) {
        isOutdated = false;
        const { errors } = failure as BuildFailure;
        if (!errors) throw failure;
        return report((await formatMessages(errors, { kind: 'error' })).join(''));
      }
      await start();
    },
  };
}
