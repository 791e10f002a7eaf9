import { basename, extname } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import type { PageId } from '../shared/routes.ts';
import { collectDependencies, listSources } from './dependency-graph.ts';

export interface Stylesheets {
  /** Text of each page's stylesheet; it is written into the page. */
  pages: Record<PageId, string>;
  /** Text of the stylesheet of the desk (server/callbacks/desk). */
  desk: string;
  /** Text of the tones that follow from an owner's colours. */
  brand: string;
  /**
   * File with the rules that some pages have and others do not, for whoever goes on to another page
   * without a load. It repeats those of the current page: of two equally specific rules the later
   * one wins, so their order must not depend on which page was visited first.
   */
  whole: string;
  /** File with the rules of all pages for print. */
  print: string;
  metafile: Metafile;
}

/** Modules that every page imports. */
const SHELL = ['shared/site/Document.tsx', 'shared/site/Layout.tsx'];
/** A module with styles in the site-wide stylesheet only: no server-rendered page shows it. */
const BOUNDARY = 'shared/site/ErrorBoundary.tsx';
const PRINT = 'shared/site/styles/print.css';
const BRAND = 'shared/site/styles/brand.css';
export const DESK = 'server/callbacks/desk/desk.css';

/** `BlogPost.tsx` is the page `blog-post`. */
export function pageIdOf(file: string): string {
  return basename(file, extname(file))
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase();
}

/**
 * A page carries the stylesheets that its modules import, at any depth, in the order in which all
 * pages together import them.
 */
export async function buildStylesheets(options: BuildOptions): Promise<Stylesheets> {
  const pages = await listSources('shared/pages/**/*.tsx');
  const inMemory = { ...options, write: false };
  const site = await bundle('site', 'js', [...SHELL, ...pages], inMemory);
  const { inputs } = site.metafile;
  delete inputs[BOUNDARY];
  const texts = pages.map(async (page) => {
    const needed = collectDependencies([...SHELL, page], inputs, { onDemand: true });
    const pageStyles = site.sources.filter((file) => needed.has(file));
    const { text } = await bundle(pageIdOf(page), 'css', pageStyles, inMemory);
    return [pageIdOf(page), text] as const;
  });
  const shellModules = collectDependencies(SHELL, inputs);
  const ofPages = site.sources.filter((file) => !shellModules.has(file));
  const whole = await bundle('site', 'css', ofPages, options);
  const print = await bundle('print', 'css', [PRINT], options);
  const desk = await bundle('desk', 'css', [DESK], inMemory);
  const brand = await bundle('brand', 'css', [BRAND], inMemory);
  return {
    pages: Object.fromEntries(await Promise.all(texts)) as Stylesheets['pages'],
    desk: desk.text,
    brand: brand.text,
    whole: whole.path,
    print: print.path,
    metafile: whole.metafile,
  };
}

/** Bundles stylesheets, or the stylesheets that modules import. */
async function bundle(name: string, kind: 'css' | 'js', files: string[], options: BuildOptions) {
  const word = kind === 'css' ? '@import' : 'import';
  const { metafile, outputFiles } = await build({
    ...options,
    stdin: {
      contents: files.map((file) => `${word} "./${file}";`).join('\n'),
      resolveDir: '.',
      loader: kind,
      sourcefile: `${name}.${kind}`,
    },
    loader: { ...options.loader, '.css': 'css' },
    metafile: true,
    packages: 'external',
    sourcemap: false,
    entryNames: `css/${name}-[hash]`,
  });
  const isStylesheet = (path: string) => path.endsWith('.css');
  const path = Object.keys(metafile.outputs).find(isStylesheet) as string;
  return {
    metafile,
    path,
    text: tightened(outputFiles?.find(({ path }) => isStylesheet(path))?.text.trim() ?? ''),
    /** The files in it, in their order. */
    sources: Object.keys(metafile.outputs[path]?.inputs ?? {}),
  };
}

/**
 * Removes what minifying leaves, because it takes each file by itself and each custom property as
 * it is written: a layer that begins where it ended, and white space that means nothing.
 */
function tightened(css: string): string {
  let text = '';
  let open: string | undefined;
  for (const block of css.split(/(?=@layer \w+\{)/)) {
    const [start] = /^@layer \w+\{/.exec(block) ?? [];
    text = start && start === open ? text.slice(0, -1) + block.slice(start.length) : text + block;
    open = start;
  }
  return text
    .replaceAll(' / ', '/')
    .replace(/--[\w-]+:[^;}]*/g, (property) => property.replace(/(?<=[:,(]) | (?=\)|$)/g, ''));
}
