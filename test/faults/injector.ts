import { EventEmitter } from 'node:events';
import { Stream } from 'node:stream';
import { isMainThread } from 'node:worker_threads';
import type { Shape } from './kinds.ts';

/**
 * Replaces every function and method of Node that reaches the outside by one that fails once when
 * it is ordered to, where the site or a package of its calls it. Imported before the site.
 */
const MODULES = [
  ...['fs', 'fs/promises', 'zlib', 'http', 'https', 'net', 'tls', 'dns', 'dns/promises'],
  ...['sqlite', 'timers/promises', 'worker_threads'],
];
const CLASSES =
  /^(Agent|ClientRequest|DatabaseSync|MessagePort|Server|Socket|StatementSync|TLSSocket|Worker)$/;
const GLOBALS = ['fetch', 'setTimeout', 'setInterval'];
/** Methods of an emitter that reach nothing outside, and functions that only notify. */
const INWARD =
  /^((is|get|set|validate|format|add|remove|prepend)[A-Z]\w*|on|once|off|emit|ref|unref|address|constructor|_.*)$/;
const TIMER = /^set(Timeout|Interval)$/;
/** The delay after which a timer fires that is made to fire too early. */
const SOON_MS = 50;
const SQLITE_IOERR = 10;

/** A line of a stack, in a file. */
const FRAME = /^ +at (?:async )?(?:(.+?) \()?(?:file:\/\/)?(\/[^:]+):(\d+):\d+\)?$/;

type Callable = (...args: unknown[]) => unknown;
type Breakable = EventEmitter & { destroy?: (error: Error) => void };

// As they are now: below they are replaced.
const { appendFileSync, readFileSync } = { ...process.getBuiltinModule('node:fs') };
const { setTimeout } = globalThis;
const { Socket } = process.getBuiltinModule('node:net');
const folder = process.env.FAULTS as string;

/** Creates an error like the system's own, for code that reads `code` or `errno`. */
const fault = (): Error =>
  Object.assign(new Error('injected'), { code: 'EIO', errno: -5, errcode: SQLITE_IOERR });

function fail(emitter: Breakable): void {
  if (emitter.destroy) emitter.destroy(fault());
  else emitter.emit('error', fault());
}

/**
 * Returns the text of a file of the test, which makes and removes it at any moment; '' when it is
 * not there.
 */
function textOf(file: string): string {
  try {
    return readFileSync(`${folder}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Returns the kind of failure that is ordered for this call, here or in another thread. Each order
 * is carried out once.
 */
function armed(site: string): string | null {
  const [number = '', at, kind = ''] = textOf('order').split('\t');
  if (at !== site || textOf('fired').split('\n').includes(number)) return null;
  appendFileSync(`${folder}/fired`, `${number}\n`);
  return kind;
}

const note = (site: string, shape: Shape) =>
  appendFileSync(`${folder}/reached`, `${shape}\t${site}\n`);

/**
 * Returns the source and the function of the caller outside Node; '' if Node itself called, or
 * loads a package.
 */
function callerOf(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 12;
  const { stack = '' } = new Error('here');
  Error.stackTraceLimit = limit;
  for (const line of stack.split('\n')) {
    if (line.includes('node:internal/modules/')) return '';
    const [, name = '', file = '', row] = FRAME.exec(line) ?? [];
    if (!file || file === import.meta.filename) continue;
    const [source] =
      /(?<=\/node_modules\/)(@[^/]+\/)?[^/]+|server\/(?!.*server\/).*|$/.exec(file) ?? [];
    return `${source} ${name || 'module'}:${row}`;
  }
  return '';
}

/** Tells whether a socket was made for a trial and connects to nothing. */
const isUnconnected = (emitter: EventEmitter) =>
  emitter instanceof Socket &&
  !emitter.connecting &&
  emitter.remoteAddress === undefined &&
  !emitter.destroyed;

/** Makes a call, or fails it. */
function carryOut(
  site: string,
  name: string,
  args: unknown[],
  call: (args: unknown[]) => unknown,
  receiver?: unknown,
): unknown {
  const last = args.at(-1);
  const isTimer = TIMER.test(name);
  if (isTimer && typeof args[0] === 'function') {
    note(site, 'timer');
    if (armed(site) === null) return call(args);
    if (name === 'setTimeout') return call([args[0], SOON_MS]);
    setTimeout(args[0] as () => void, SOON_MS).unref();
    return call(args);
  }
  const kind = armed(site);
  if (kind === 'throws') throw fault();
  if (kind === 'is lost') return undefined;
  if (kind === 'is over at once') return Promise.resolve(args[1]);
  // What reads a stream to its end fails, and settles, with the stream.
  const stream = args.find((each) => each instanceof Stream && 'destroy' in each);
  if (kind === 'rejects' && stream) setImmediate(() => fail(stream as never));
  else if (kind === 'rejects') return Promise.reject(fault());
  if (kind === 'never settles') {
    const signals = args.map((each) => (each as { signal?: AbortSignal } | null)?.signal);
    return new Promise((_resolve, reject) => {
      const signal = signals.find(Boolean);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  }
  if (kind === 'never calls back') return undefined;
  if (kind === 'calls back with an error') {
    setImmediate(() => (last as Callable)(fault()));
    return undefined;
  }
  let result: unknown;
  try {
    result = call(args);
  } catch (error) {
    note(site, 'sync'); // it fails by itself
    throw error;
  }
  if (result instanceof EventEmitter && !isUnconnected(result)) {
    // Methods that return their receiver, such as `end`, do not throw; `listen` does.
    note(site, result === receiver && name !== 'listen' ? 'chained' : 'emitter');
    if (kind === 'emits an error') setImmediate(() => fail(result));
  } else if (result instanceof Promise && stream) note(site, 'stream');
  else if (result instanceof Promise) note(site, isTimer ? 'pause' : 'promise');
  else if (typeof last === 'function' && result === undefined) note(site, 'callback');
  else note(site, name === 'postMessage' ? 'dropped' : 'sync');
  return result;
}

/** True inside a watched call, where Node's own calls are not watched. */
let isInside = false;
function watched<Value extends Callable>(real: Value, name: string, module: string): Value {
  const carry = (args: unknown[], call: (args: unknown[]) => unknown, receiver?: unknown) => {
    const caller = isInside ? '' : callerOf();
    // Packages have timers of their own.
    const isWatched = /^server\//.test(caller) || (caller !== '' && !/global|timers/.test(module));
    if (!isWatched) return call(args);
    isInside = true;
    try {
      return carryOut(`${caller} > ${name}`, name, args, call, receiver);
    } finally {
      isInside = false;
    }
  };
  return new Proxy(real, {
    apply: (_, self, args) => carry(args, (given) => Reflect.apply(real, self, given), self),
    construct: (_, args, target) =>
      carry(args, (given) => Reflect.construct(real, given, target)) as object,
  });
}

function replace(object: object, name: string, module: string): void {
  const { value, writable } = Object.getOwnPropertyDescriptor(object, name) ?? {};
  if (typeof value === 'function' && writable)
    Object.assign(object, { [name]: watched(value, name, module) });
}

for (const module of MODULES) {
  const exported = process.getBuiltinModule(`node:${module}`) as Record<string, Callable>;
  for (const [name, value] of Object.entries(exported)) {
    const isClass = CLASSES.test(name);
    if (isClass)
      for (const method of Object.getOwnPropertyNames(value.prototype))
        if (!INWARD.test(method)) replace(value.prototype, method, module);
    if (isClass || (/^[a-z]/.test(name) && !INWARD.test(name))) replace(exported, name, module);
  }
}
process.getBuiltinModule('node:module').syncBuiltinESMExports();
for (const name of GLOBALS) replace(globalThis, name, 'global');
for (const name of ['json', 'text', 'arrayBuffer']) replace(Response.prototype, name, 'global');

// A listener before the site's own would keep Node from ending a start that fails.
process.on('newListener', (event) => {
  if (event === 'unhandledRejection' && process.listenerCount(event) === 0)
    setImmediate(() =>
      process.prependListener(event, (reason: Error) => {
        appendFileSync(`${folder}/uncaught`, `${reason?.stack}\n`);
      }),
    );
});
process.on('uncaughtExceptionMonitor', ({ stack }: Error) => {
  if (!isMainThread) return; // the site is told of it, and goes on
  appendFileSync(`${folder}/uncaught`, `${stack}\n`);
});
