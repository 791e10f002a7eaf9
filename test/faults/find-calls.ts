import { createRequire, isBuiltin } from 'node:module';
import { type Node, parseSync, visitorKeys } from 'oxc-parser';

/** Modules of Node that only compute: everything else of Node's reaches the system. */
const COMPUTES = /^node:(async_hooks|crypto|events|module|path|perf_hooks|stream|url|util)$/;
/** Packages that reach the outside themselves. */
const REACHES_OUT = ['contentful', 'http-proxy-middleware', 'nodemailer', 'pg'];
const GLOBALS = ['fetch', 'setTimeout', 'setInterval', 'setImmediate'];
/** What an event emitter or a timer can do without reaching anything. */
const INWARD =
  /^(is[A-Z]\w*|on|once|off|emit|(add|remove|prepend)\w*Listeners?|listenerCount|ref|unref|address)$/;
const TIMER = /^set(Timeout|Immediate|Interval)$/;
/** Work of a timer that only settles a promise, or nothing at all. */
const SETTLES = /^(\(\)=>)?([\w.]*(resolve(\([\w,]*\))?|reject\(newError\([^()]*\)\))|\{\})$/;
/** A visitor's own request and answer break as a whole: see `visitors` in the injector. */
const VISITOR = /^(request|response)\b/;
/** Names of the methods of everyday objects: such a call is of the outside only if a run shows it. */
const EVERYDAY = new Set(
  [Array, Map, Set, String, Promise, Object, RegExp, Date, Number, Function, Buffer].flatMap(
    ({ prototype }) => Object.getOwnPropertyNames(prototype),
  ),
);

const isOutside = (module: string) =>
  /^node:/.test(module) ? !COMPUTES.test(module) : REACHES_OUT.includes(module);

export interface Found {
  /** The source with every call that may reach the outside passed through the injector. */
  code: string;
  /** Calls that reach the outside for certain: `file function > callee`. */
  sites: string[];
  /** Timers whose work is not `guarded` where it is written. */
  unguarded: string[];
}

/**
 * Finds the calls of a source file that may reach the outside: those of an imported module and of
 * globals for certain, those of other objects and functions if a run shows that they came from there.
 */
export function findCalls(source: string, file: string): Found {
  const { program } = parseSync(file, source);
  const certain = new Set(GLOBALS);
  const inner = new Set<string>();
  const methods = new Set<string>();
  const edits: { at: number; text: string }[] = [];
  const sites: string[] = [];
  const unguarded: string[] = [];
  const times = new Map<string, number>();

  const nameSite = (path: string[], callee: string, isCertain: boolean) => {
    const name = `${file} ${path.join('.') || 'module'} > ${callee}`;
    const before = times.get(name) ?? 0;
    times.set(name, before + 1);
    const site = before ? `${name} ${before + 1}` : name;
    if (isCertain) sites.push(site);
    return JSON.stringify(site);
  };
  const pass = (node: Node, start: string, end: string) =>
    edits.push({ at: node.start, text: start }, { at: node.end, text: end });
  const nameOf = (node: Node) => source.slice(node.start, node.end).replaceAll(/\s+/g, '');

  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      const outside = isOutside(statement.source.value);
      if (outside) for (const name of methodsOf(statement.source.value)) methods.add(name);
      for (const specifier of statement.specifiers) {
        const isType =
          statement.importKind === 'type' ||
          (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type');
        if (!isType) (outside ? certain : inner).add(specifier.local.name);
      }
    }
  }

  function visit(node: Node, path: string[], parent: Node | null): void {
    let here = path;
    const name = functionName(node, parent);
    if (name) here = [...path, name];
    if (node.type === 'FunctionDeclaration' && node.id) inner.add(node.id.name);
    if (node.type === 'CallExpression' || node.type === 'NewExpression') call(node, here);
    if (node.type === 'ImportExpression') {
      const { value } = node.source as { value?: string };
      if (value && isOutside(value)) pass(node, '__fault.loaded(', ')');
    }
    for (const key of visitorKeys[node.type] ?? []) {
      const child = (node as never as Record<string, Node | Node[] | null>)[key];
      for (const each of Array.isArray(child) ? child : [child])
        if (each && typeof each === 'object' && 'type' in each) visit(each, here, node);
    }
  }

  function call(node: Node & { type: 'CallExpression' | 'NewExpression' }, path: string[]): void {
    const { callee } = node;
    for (const argument of node.arguments)
      if (
        argument.type === 'Identifier' &&
        certain.has(argument.name) &&
        /^[a-z]/.test(argument.name)
      )
        pass(argument, `__fault.call(${nameSite(path, argument.name, true)}, `, ')');
    if (callee.type === 'Identifier') {
      if (TIMER.test(callee.name) && SETTLES.test(nameOf(node.arguments[0] as Node))) return;
      if (inner.has(callee.name) || INWARD.test(callee.name)) return;
      const site = nameSite(path, callee.name, certain.has(callee.name));
      if (TIMER.test(callee.name)) {
        // Inside of whatever guards it.
        let work = node.arguments[0] as Node;
        if (work.type !== 'CallExpression' || nameOf(work.callee) !== 'guarded')
          unguarded.push(JSON.parse(site));
        while (work.type === 'CallExpression') work = work.arguments[0] as Node;
        pass(work, `__fault.work(${site}, `, ')');
      }
      pass(callee, `(__fault.call(${site}, `, '))');
    } else if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
      const { object, property, computed } = callee;
      if (computed || ['Super', 'ThisExpression'].includes(object.type)) return;
      if (INWARD.test(property.name) || nameOf(object) === 'JSON') return;
      const ofModule = object.type === 'Identifier' && certain.has(object.name);
      const likely =
        methods.has(property.name) && !EVERYDAY.has(property.name) && !VISITOR.test(nameOf(object));
      const site = nameSite(path, nameOf(callee).slice(-60), ofModule || likely);
      const isNew = node.type === 'NewExpression';
      // What follows `?.` is left out with it.
      const rest = isOptional(object) && !callee.optional ? '?' : '';
      pass(object, `${isNew ? '(' : ''}__fault.of(${site}, `, `, '${property.name}')${rest}`);
      if (isNew) edits.push({ at: callee.end, text: ')' });
    }
  }

  // Functions may be called above their declaration.
  for (const each of program.body)
    if (each.type === 'FunctionDeclaration' && each.id) inner.add(each.id.name);
  visit(program as Node, [], null);

  let code = source;
  // Of those at one place the first found is the outermost.
  const ordered = edits.map((edit, order) => ({ ...edit, order }));
  for (const { at, text } of ordered.sort(
    (one, other) => other.at - one.at || other.order - one.order,
  ))
    code = code.slice(0, at) + text + code.slice(at);
  return { code, sites, unguarded };
}

/** Whether `?.` stands in a chain of members and calls. */
function isOptional(node: Node): boolean {
  if (node.type === 'MemberExpression') return node.optional || isOptional(node.object);
  if (node.type === 'CallExpression') return node.optional || isOptional(node.callee);
  return node.type === 'TSNonNullExpression' && isOptional(node.expression);
}

/** The name that a function goes by. */
function functionName(node: Node, parent: Node | null): string | null {
  if (node.type === 'ClassDeclaration' || node.type === 'FunctionDeclaration')
    return node.id?.name ?? null;
  if (node.type === 'MethodDefinition' && 'name' in node.key) return String(node.key.name);
  if (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression') return null;
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier')
    return parent.id.name;
  if (parent?.type === 'Property' && 'name' in parent.key) return String(parent.key.name);
  return null;
}

/** Names of the methods of all classes that a module exports. */
function methodsOf(module: string): string[] {
  if (/^node:/.test(module) && !isBuiltin(module)) return [];
  const exported = createRequire(import.meta.url)(module) as object;
  return Object.entries(Object.getOwnPropertyDescriptors(exported)).flatMap(([name, { value }]) =>
    /^[A-Z]/.test(name) &&
    typeof value === 'function' &&
    value.prototype &&
    !/^(IncomingMessage|ServerResponse|OutgoingMessage)$/.test(name)
      ? Object.getOwnPropertyNames(value.prototype).filter(
          (method) => !/^(_|constructor$)/.test(method),
        )
      : [],
  );
}
