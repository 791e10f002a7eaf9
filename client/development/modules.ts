import {
  createSignatureFunctionForTransform,
  injectIntoGlobalHook,
  isLikelyComponentType,
  performReactRefresh,
  register,
} from 'react-refresh/runtime';

type Exports = Record<string, unknown>;
type Factory = (
  require: (specifier: string) => unknown,
  module: { exports: Exports },
  exports: Exports,
  register: (type: unknown, name: string) => void,
  sign: typeof createSignatureFunctionForTransform,
) => void;

const HYDRATION = 'client/hydrate.tsx';
/** Run once: a page is hydrated once, and listens once. */
const ROOTS = ['client/index.ts', HYDRATION];
const LAZY = Symbol.for('react.lazy');
const CONTEXT = Symbol.for('react.context');

const factories: Record<string, Factory> = {};
const loaded = new Map<string, { exports: Exports; importers: Set<string> }>();
let packages: Record<string, Exports> | undefined;
let version = 0;
let changes = 0;

injectIntoGlobalHook(window); // before React is there

/** Takes modules that are new or have changed: what build/dev/modules.ts writes calls this. */
export function define(current: number, modules: Record<string, Factory>): void {
  version = current;
  Object.assign(factories, modules);
  for (const id of Object.keys(modules)) changed.add(id);
}
const changed = new Set<string>();

/** Runs the site's script in a page that the site sent. */
export async function start(modules: number): Promise<void> {
  packages = (await import(`/@dev/packages.js?to=${modules}`)).default;
  await update(modules);
  load('./index.ts', 'client/');
}

export function isHydrated(): boolean {
  return loaded.has(HYDRATION);
}

/**
 * Fetches what has changed and puts it in place of what runs, components with their state.
 * @returns false when only a load of the page can do that
 */
export async function update(modules: number): Promise<boolean> {
  if (!packages || modules === version) return true;
  changed.clear();
  await import(`/@dev/modules.js?after=${version}&to=${modules}`);
  if (![...changed].every(replace)) return false;
  performReactRefresh();
  return true;
}

function run(id: string): Exports {
  const module = { exports: {} };
  const factory = factories[id];
  if (!factory) throw new Error(`There is no module ${id}.`);
  factory(
    (specifier) => load(specifier, id),
    module,
    module.exports,
    (type, name) => register(type, `${id} ${name}`),
    createSignatureFunctionForTransform,
  );
  return module.exports;
}

function load(specifier: string, importer: string): unknown {
  if (!specifier.startsWith('.')) return packages?.[specifier];
  const id = new URL(specifier, `file:///${importer}`).pathname.slice(1);
  const module = loaded.get(id) ?? { exports: run(id), importers: new Set() };
  loaded.set(id, module);
  module.importers.add(importer);
  return module.exports;
}

/**
 * Runs a module again, and those that import it unless it exports the same as before: components,
 * which React replaces by themselves, and equal data. A context is another one each time it is
 * made, and what uses it would lose all state.
 * @returns false when that would be the whole site
 */
function replace(id: string): boolean {
  const module = loaded.get(id);
  if (!module) return true;
  if (ROOTS.includes(id)) return false;
  const before = shapeOf(id, module.exports);
  if (before === null) return false;
  module.exports = run(id);
  return shapeOf(id, module.exports) === before || [...module.importers].every(replace);
}

/** What modules that import this one can tell of it; null when it exports a context. */
function shapeOf(id: string, exports: Exports): string | null {
  let components = 0;
  if (Object.values(exports).some((value) => typeOf(value) === CONTEXT)) return null;
  return JSON.stringify(exports, (name, value) => {
    // A chunk (shared/site/lazy-page.tsx) is as good as the component that it loads.
    const component = value?.Component ?? value;
    if (isLikelyComponentType(component) || typeOf(component) === LAZY) {
      components += 1;
      register(component, `${id} ${name} ${components}`);
      return 'component';
    }
    if (typeof value !== 'function') return value;
    // A page's description uses nothing but its arguments.
    if (name === 'description') return String(value);
    changes += 1;
    return changes; // what a function does cannot be compared
  });
}

function typeOf(value: unknown): symbol | undefined {
  return (value as { $$typeof?: symbol } | null)?.$$typeof;
}
