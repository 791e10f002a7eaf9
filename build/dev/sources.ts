import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildFailure, context, type Message } from 'esbuild';
import type { Manifest } from '../../server/http/assets.ts';
import { PAGE_IDS, type PageId } from '../../shared/addresses.ts';
import { readColours } from '../colours.ts';
import { BROWSERS, common } from '../options.ts';
import { bundle, DESK, filesOf, textOf } from '../stylesheets.ts';
import { BrowserModules } from './modules.ts';

/** Nothing else reads or writes it: builds and tests have folders of their own. */
export const OUT = '.dev';
const PUBLIC = join(OUT, 'public');

const options = { ...common({ development: true }), logLevel: 'silent' } as const;
export const FOR_BROWSER = {
  ...options,
  sourcemap: false,
  target: BROWSERS,
  outdir: join(PUBLIC, 'static'),
} as const;

/** The builds of development; each does only what a change has made necessary. */
export async function openSources() {
  await rm(OUT, { recursive: true, force: true });
  await mkdir(join(OUT, 'server'), { recursive: true });
  const modules = new BrowserModules(FOR_BROWSER);
  const programs = await context({
    ...options,
    entryPoints: {
      site: 'server/index.ts',
      'sqlite-worker': 'server/database/sqlite-worker.ts',
      'service-worker': 'client/service-worker.ts',
    },
    platform: 'node',
    target: 'node24',
    packages: 'external',
    outdir: join(OUT, 'server'),
  });
  let ofSite = new Set<string>();
  let stylesheet = '';

  async function buildSite(): Promise<Message[]> {
    const { metafile } = await programs.rebuild();
    ofSite = new Set(Object.keys(metafile.inputs));
    return [];
  }

  async function buildStyles(): Promise<Message[]> {
    const files = await filesOf('shared/**/*.css');
    const { metafile, warnings } = await bundle('site', files, FOR_BROWSER);
    const path = Object.keys(metafile.outputs).find((output) => output.endsWith('.css'));
    // What esbuild warns of is no CSS.
    if (warnings.length === 0 || stylesheet === '') stylesheet = path as string;
    return warnings;
  }

  return {
    modules,
    /** File with the rules of all pages. */
    stylesheet: () => stylesheet,
    /** Whether the site has to start again to read this file. */
    isOfSite: (file: string) => ofSite.has(file) || /^public\/|^server\/.+\.css$/.test(file),
    /** What cannot be built stays as it was. @returns what is wrong with what the tabs show */
    async buildPages(): Promise<Message[]> {
      const faults = await Promise.all([faultsOf(modules.rebuild()), faultsOf(buildStyles())]);
      return faults.flat();
    },
    /** @returns what is wrong with the program of the site */
    buildSite: () => faultsOf(buildSite()),
    /** Ends esbuild. */
    close: () => Promise.all([programs.dispose(), modules.close()]),
    /** Writes what the site reads beside its program. What changes often it does not know. */
    async writeRest(): Promise<void> {
      const manifest: Manifest = {
        build: 'development',
        stylesheets: byPage("@import '/@dev/site.css';"),
        deskStylesheet: await textOf('desk', DESK, FOR_BROWSER),
        wholeStylesheet: '/@dev/site.css',
        colours: readColours(),
        entry: '/@dev/start.js',
        entryIntegrity: '',
        offlineEntry: '',
        pageFiles: byPage([]),
        files: {},
        carried: [],
      };
      await cp('public', PUBLIC, { recursive: true });
      await writeFile(join(OUT, 'server/manifest.json'), JSON.stringify(manifest));
    },
  };
}

function byPage<T>(value: T): Record<PageId, T> {
  return Object.fromEntries([...PAGE_IDS].map((id) => [id, value])) as Record<PageId, T>;
}

/** @throws what esbuild does not say of the sources */
async function faultsOf(build: Promise<Message[]>): Promise<Message[]> {
  return build.catch((failure: Partial<BuildFailure>) => {
    if (!failure.errors) throw failure;
    return failure.errors;
  });
}
