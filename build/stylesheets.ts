import { glob } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { PAGE_IDS, type PageId } from '../shared/addresses.ts';

export interface Stylesheets {
  /** Text of each page's stylesheet; it is written into the page. */
  pages: Record<PageId, string>;
  /** Text of the stylesheet of the desk (server/callbacks/desk). */
  desk: string;
  /**
   * File with the rules of all pages. The browser fetches it with the scripts, before anybody can
   * go to another page without a load. It repeats the rules of the current page: of two equally
   * specific rules the later one wins, so their order must not depend on which page was visited
   * first.
   */
  whole: string;
  metafile: Metafile;
}

/** Later layers win over earlier ones, whatever the order of the rules. */
const LAYERS = ['base', 'components', 'pages', 'modes'] as const;

function layerOf(file: string): (typeof LAYERS)[number] {
  if (file === 'shared/site/styles/modes.css') return 'modes';
  if (file.startsWith('shared/site/styles/')) return 'base';
  return file.startsWith('shared/pages/') ? 'pages' : 'components';
}

/** `BlogPost.tsx` and `blog-post.css` have one name. */
export function nameOf(file: string): string {
  return basename(file, extname(file))
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase();
}

/**
 * A page carries the stylesheets of the components that it imports, those of the layout, and those
 * that belong to no component. The rest would only make its first flight longer.
 */
export async function buildStylesheets(options: BuildOptions): Promise<Stylesheets> {
  const css = await filesOf('shared/**/*.css');
  const pages = await filesOf('shared/pages/**/*.tsx');
  checkPages(pages.map(nameOf));
  const modules = await importsOf([...pages, LAYOUT], options);
  const components = new Set([...modules.keys()].map(nameOf));
  const texts = await Promise.all(
    pages.map(async (page) => {
      const carried = new Set([...closure(page, modules), ...closure(LAYOUT, modules)].map(nameOf));
      const files = css.filter(
        (file) => !components.has(nameOf(file)) || carried.has(nameOf(file)),
      );
      return [nameOf(page), await textOf(nameOf(page), files, options)] as const;
    }),
  );
  // Tokens, fonts, and rules for print and contrast are in every page already.
  const { metafile } = await bundle(
    'site',
    css.filter((file) => !file.startsWith('shared/site/styles/')),
    options,
  );
  const whole = Object.keys(metafile.outputs).find((path) => path.endsWith('.css')) as string;
  return {
    pages: Object.fromEntries(texts) as Stylesheets['pages'],
    desk: await textOf('desk', DESK, options),
    whole,
    metafile,
  };
}

/**
 * Checks that every page has a file.
 * @throws when shared/pages and shared/addresses.ts do not name the same pages
 */
export function checkPages(names: string[]): void {
  const files = new Set(names);
  const faults = [
    ...[...PAGE_IDS].filter((id) => !files.has(id)).map((id) => `page '${id}' has no file`),
    ...names
      .filter((name) => !PAGE_IDS.has(name as PageId))
      .map((name) => `the file of '${name}' is no page's`),
  ];
  if (faults.length > 0) throw new Error(`shared/pages: ${faults.join(', ')}`);
}

const LAYOUT = 'shared/site/Layout.tsx';
/** What it shows is in no page that the server sends, and comes after the stylesheet of all pages. */
const BOUNDARY = 'shared/site/ErrorBoundary.tsx';

export const DESK = [
  'shared/site/styles/tokens.css',
  'shared/site/styles/base.css',
  'shared/ui/button.css',
  'shared/site/styles/modes.css',
  'server/callbacks/desk/desk.css',
];

/**
 * Source files without tests, sorted by name, so that the build and its hash are the same on every
 * machine and do not change when a file moves.
 */
export async function filesOf(pattern: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern)) if (!file.includes('.test.')) files.push(file);
  return files.sort((a, b) => basename(a).localeCompare(basename(b), 'en'));
}

/** What each component of the site imports from the site. */
async function importsOf(
  entryPoints: string[],
  options: BuildOptions,
): Promise<Map<string, string[]>> {
  const { metafile } = await build({
    ...options,
    entryPoints,
    metafile: true,
    packages: 'external',
    write: false,
  });
  return new Map(
    Object.entries(metafile.inputs)
      .filter(([path]) => path.endsWith('.tsx'))
      .map(([path, { imports }]) => [
        path,
        imports.filter(({ external }) => !external).map((imported) => imported.path),
      ]),
  );
}

function closure(
  start: string,
  modules: Map<string, string[]>,
  found = new Set([BOUNDARY]),
): Set<string> {
  if (!modules.has(start) || found.has(start)) return found;
  found.add(start);
  for (const path of modules.get(start) ?? []) closure(path, modules, found);
  return found;
}

export async function textOf(
  name: string,
  files: string[],
  options: BuildOptions,
): Promise<string> {
  const { outputFiles } = await bundle(name, files, { ...options, write: false });
  return outputFiles?.find(({ path }) => path.endsWith('.css'))?.text.trim() ?? '';
}

/** Puts stylesheets into one, each in its layer. */
export async function bundle(name: string, files: string[], options: BuildOptions) {
  const imports = files.map((file) => `@import "./${file}" layer(${layerOf(file)});`);
  return build({
    ...options,
    stdin: {
      contents: [`@layer ${LAYERS.join(',')};`, ...imports].join('\n'),
      resolveDir: '.',
      loader: 'css',
      sourcefile: `${name}.css`,
    },
    metafile: true,
    sourcemap: false,
    entryNames: `css/${name}-[hash]`,
  });
}
