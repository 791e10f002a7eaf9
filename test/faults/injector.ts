import { EventEmitter } from 'node:events';
import { Stream } from 'node:stream';
import { isMainThread } from 'node:worker_threads';
import type { Shape } from './kinds.ts';

/**
 * Imported before the site. Every function and method of Node that reaches the outside is replaced by
 * one that fails once when it is told to, where the site or a package of its calls it.
 */
const MODULES = [
  ...['fs', 'fs/promises', 'zlib', 'http', 'https', 'net', 'tls', 'dns', 'dns/promises'],
  ...['sqlite', 'timers/promises', 'worker_threads'],
];
const CLASSES =
  /^(Agent|ClientRequest|DatabaseSync|MessagePort|Server|Socket|StatementSync|TLSSocket|Worker)$/;
const GLOBALS = ['fetch', 'setTimeout', 'setInterval', 'setImmediate'];
/** What an emitter can do without reaching anything, and functions that only tell. */
const INWARD =
  /^((is|get|set|validate|format|add|remove|prepend)[A-Z]\w*|on|once|off|emit|ref|unref|address|constructor|_.*)$/;
const TIMER = /^set(Timeout|Immediate|Interval)$/;
/** Work of a timer that only settles a promise, or is guarded: see server/ops/timers.ts. */
const HARMLESS =
  /native code|the work of a timer failed|^\(\)\s*=>\s*(\{\s*\}|[\w.]*(resolve|reject)\b.*)$/s;
/** By when a timer that is to come at once has come. */
const SOON_MS = 50;
const [SQLITE_IOERR, SQLITE_FULL] = [10, 13];

/** A line of a stack, in a file. */
const FRAME = /^ +at (?:async )?(?:(.+?) \()?(?:file:\/\/)?(\/[^:]+):(\d+):\d+\)?$/;

type Callable = (...args: unknown[]) => unknown;
type Breakable = EventEmitter & { destroy?: (error: Error) => void };

// As they are now: below they are replaced.
const { appendFileSync, readFileSync } = { ...process.getBuiltinModule('node:fs') };
const { setTimeout, setInterval, setImmediate } = globalThis;
const { DatabaseSync, StatementSync } = process.getBuiltinModule('node:sqlite');
const { Socket } = process.getBuiltinModule('node:net');
const { Worker } = process.getBuiltinModule('node:worker_threads');
const folder = process.env.FAULTS as string;

/** Of the system's own kind, so that what looks at codes finds one. */
const fault = (code = 'EIO', errcode = SQLITE_IOERR): Error =>
  Object.assign(new Error('injected'), { code, errno: -5, errcode });

function fail(emitter: Breakable): void {
  if (emitter.destroy) emitter.destroy(fault());
  else emitter.emit('error', fault());
}

/** A file of the test, which makes and removes it at any moment; '' when it is not there. */
function textOf(file: string): string {
  try {
    return readFileSync(`${folder}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** What is ordered for this call, here or in another thread: each order is carried out once. */
function armed(site: string): string | null {
  const [number = '', at, kind = ''] = textOf('order').split('\t');
  if (at !== site || textOf('fired').split('\n').includes(number)) return null;
  appendFileSync(`${folder}/fired`, `${number}\n`);
  return kind;
}

const note = (site: string, shape: Shape) =>
  appendFileSync(`${folder}/reached`, `${shape}\t${site}\n`);

/** The source and the function that called what is not Node's own; '' if Node itself did, or loads a package. */
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

const emitters = new Map<string, Set<WeakRef<Breakable>>>();
/** Made for a trial: nothing can happen to it. */
const isUnconnected = (emitter: EventEmitter) =>
  emitter instanceof Socket &&
  !emitter.connecting &&
  emitter.remoteAddress === undefined &&
  !emitter.destroyed;

/** Carries a call out, or its failure. */
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
    if (!HARMLESS.test(String(args[0]))) note(`${site}, unguarded`, 'unguarded');
    if (name === 'setImmediate') return call(args);
    note(site, 'timer');
    if (armed(site) === null) return call(args);
    if (name === 'setTimeout') return call([args[0], SOON_MS]);
    setTimeout(args[0] as () => void, SOON_MS).unref();
    return call(args);
  }
  const kind = armed(site);
  if (kind === 'throws') throw fault();
  if (kind === 'throws that the disk is full') throw fault('ERR_SQLITE_ERROR', SQLITE_FULL);
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
  if (kind === 'calls back with an error' || kind === 'is told to try again') {
    const error = fault(kind === 'is told to try again' ? 'EAGAIN' : undefined);
    setImmediate(() => (last as Callable)(error));
    return undefined;
  }
  const isOfSqlite = receiver instanceof DatabaseSync || receiver instanceof StatementSync;
  let result: unknown;
  try {
    result = call(args);
  } catch (error) {
    note(site, isOfSqlite ? 'sqlite' : 'sync'); // it fails by itself
    throw error;
  }
  if (result instanceof EventEmitter && !isUnconnected(result)) {
    // Methods that return their receiver, such as `end`, do not throw; `listen` does.
    note(site, result === receiver && name !== 'listen' ? 'chained' : 'emitter');
    if (kind === 'emits an error') setImmediate(() => fail(result));
    emitters.set(site, (emitters.get(site) ?? new Set()).add(new WeakRef(result)));
    if (name === 'createServer') visitors(result);
  } else if (result instanceof Promise)
    note(site, stream ? 'stream' : isTimer ? 'pause' : 'promise');
  else if (typeof last === 'function' && result === undefined) note(site, 'callback');
  else if (isOfSqlite || result instanceof DatabaseSync) note(site, 'sqlite');
  else note(site, name === 'postMessage' ? 'dropped' : 'sync');
  return result;
}

/** The objects that a server gets for each visitor break too. */
function visitors(server: EventEmitter): void {
  const broken = (what: string) => (object: EventEmitter) => {
    note(`a visitor's ${what}`, 'chained');
    if (armed(`a visitor's ${what}`)) setImmediate(() => fail(object));
  };
  server.prependListener('connection', broken('connection'));
  server.prependListener('request', (request, response) => {
    broken('request')(request);
    broken('answer')(response);
  });
}

/** Inside of a call that is watched, what Node calls itself is not. */
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

/** Emitters that live on fail when they are told to, not only when they are made. */
setInterval(() => {
  for (const [site, refs] of emitters) {
    const living = [...refs]
      .flatMap((ref) => ref.deref() ?? [])
      .filter((each) => !(each instanceof Worker && each.threadId === -1));
    if (living.length > 0 && armed(`${site} later`)) for (const each of living) fail(each);
  }
}, 20).unref();

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
