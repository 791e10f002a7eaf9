import { basename, extname } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { PAGE_IDS, type PageId } from '../shared/addresses.ts';
import { filesOf, neededBy } from './sources.ts';

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

/** Home has no room for it in its first flight and gets it with the stylesheet of all pages. */
const PAPER = 'shared/site/styles/paper.css';

function layerOf(file: string): (typeof LAYERS)[number] {
  if (file === PAPER || file === 'shared/site/styles/modes.css') return 'modes';
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
  const { inputs } = (
    await build({
      ...options,
      entryPoints: [...pages, LAYOUT],
      metafile: true,
      packages: 'external',
      write: false,
    })
  ).metafile;
  delete inputs[BOUNDARY];
  const components = new Set(Object.keys(inputs).filter(isComponent).map(nameOf));
  const texts = await Promise.all(
    pages.map(async (page) => {
      const needed = neededBy([page, LAYOUT], inputs, { onDemand: true });
      const carried = new Set([...needed].filter(isComponent).map(nameOf));
      const files = css.filter((file) =>
        file === PAPER
          ? nameOf(page) !== 'home'
          : !components.has(nameOf(file)) || carried.has(nameOf(file)),
      );
      return [nameOf(page), await textOf(nameOf(page), files, options)] as const;
    }),
  );
  // Tokens, fonts, and rules for contrast and movement are in every page already.
  const { metafile } = await bundle(
    'site',
    css.filter((file) => file === PAPER || !file.startsWith('shared/site/styles/')),
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

const isComponent = (file: string) => file.endsWith('.tsx');
const LAYOUT = 'shared/site/Layout.tsx';
/** What it shows is in no page that the server sends, and comes after the stylesheet of all pages. */
const BOUNDARY = 'shared/site/ErrorBoundary.tsx';

export const DESK = [
  'shared/site/styles/tokens.css',
  'shared/site/styles/base.css',
  'shared/ui/button.css',
  'shared/callback/callback.css',
  'shared/site/styles/modes.css',
  PAPER,
  'server/callbacks/desk/desk.css',
];

export async function textOf(
  name: string,
  files: string[],
  options: BuildOptions,
): Promise<string> {
  const { outputFiles } = await bundle(name, files, { ...options, write: false });
  const text = outputFiles?.find(({ path }) => path.endsWith('.css'))?.text.trim() ?? '';
  // esbuild leaves the values of custom properties as they were written.
  return text.replace(/--[\w-]+:[^;{}]+/g, (property) =>
    property.replace(/(?<=[,(:])\s+|\s+(?=\))/g, ''),
  );
}

/** Imports stylesheets into one, each in its layer. @param root folder that their paths begin in */
export function layered(files: string[], root = '.'): string {
  const imports = files.map((file) => `@import "${root}/${file}" layer(${layerOf(file)});`);
  return [`@layer ${LAYERS.join(',')};`, ...imports].join('\n');
}

/** Puts stylesheets into one, each in its layer. */
async function bundle(name: string, files: string[], options: BuildOptions) {
  return build({
    ...options,
    stdin: {
      contents: layered(files),
      resolveDir: '.',
      loader: 'css',
      sourcefile: `${name}.css`,
    },
    metafile: true,
    sourcemap: false,
    entryNames: `css/${name}-[hash]`,
  });
}
