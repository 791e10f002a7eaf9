import { EventEmitter } from 'node:events';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { Stream } from 'node:stream';
import { isMainThread, Worker } from 'node:worker_threads';

import type { Shape } from './kinds.ts';

const folder = process.env.FAULTS as string;
type Callable = (...args: unknown[]) => unknown;

const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
/** By when a timer that is to fail has done its work. */
const SOON_MS = 50;

/** Of the system's own kind, so that what looks at codes finds one. */
function fault(code = 'EIO', errcode = SQLITE_IOERR): Error {
  return Object.assign(new Error('injected'), { code, errno: -5, errcode });
}

const SITES = new Set<string>(JSON.parse(readFileSync(`${folder}/sites`, 'utf8')));
const SITES_OF_MODULES = new WeakSet<object>(
  ['http', 'https', 'net', 'fs', 'zlib', 'dns'].map((name) =>
    createRequire(import.meta.url)(`node:${name}`),
  ),
);

type Order = [number: string, site: string, kind: string];
const fired = new Set<string>();
/** The order for this call, if it was not carried out, here or in another thread. */
function orderFor(site: string): Order | undefined {
  let text = '';
  try {
    text = readFileSync(`${folder}/order`, 'utf8');
  } catch {} // nothing is ordered
  const order = text.split('\t') as Order;
  const [number, at] = order;
  if (at !== site || fired.has(number)) return undefined;
  const elsewhere = existsSync(`${folder}/fired`) ? readFileSync(`${folder}/fired`, 'utf8') : '';
  return elsewhere.split('\n').includes(number) ? undefined : order;
}

/** What is armed for a call: each order is carried out once. */
function armed(site: string): string | null {
  const [number, , kind] = orderFor(site) ?? [];
  if (number === undefined || kind === undefined) return null;
  fired.add(number);
  appendFileSync(`${folder}/fired`, `${number}\n`);
  return kind;
}

/** Objects and functions that came from outside. */
const foreign = new WeakSet<object>();
const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

const CLASSES: Callable[] = [
  ...['node:http', 'node:https', 'node:net', 'node:sqlite', 'node:worker_threads', 'node:fs'],
].flatMap((module) =>
  Object.entries(Object.getOwnPropertyDescriptors(createRequire(import.meta.url)(module)))
    .filter(
      ([name]) =>
        /^[A-Z]/.test(name) &&
        !/^(IncomingMessage|ServerResponse|OutgoingMessage|WebSocket)$/.test(name),
    )
    .map(([, { value }]) => value as Callable)
    .filter((value) => typeof value === 'function' && value.prototype),
);
const isForeign = (value: object) =>
  foreign.has(value) ||
  value instanceof Response ||
  value instanceof ReadableStream ||
  CLASSES.some((each) => value instanceof each);

function took(value: unknown): void {
  if (
    !isObject(value) ||
    value instanceof Promise ||
    Array.isArray(value) ||
    ArrayBuffer.isView(value)
  )
    return;
  if (Object.getPrototypeOf(value) === null) return; // a row of a database
  foreign.add(value);
}

const emitters = new Map<string, Set<WeakRef<EventEmitter>>>();
const isEmitter = (value: unknown): value is EventEmitter & { destroy?: (error: Error) => void } =>
  value instanceof EventEmitter;

function fail(emitter: EventEmitter & { destroy?: (error: Error) => void }): void {
  if (emitter.destroy) emitter.destroy(fault());
  else emitter.emit('error', fault());
}

/** Made for a trial: nothing can happen to it. Visitors' own requests have their place below. */
const isUnconnected = (emitter: EventEmitter) =>
  emitter instanceof IncomingMessage ||
  emitter instanceof ServerResponse ||
  (emitter instanceof Socket &&
    !emitter.connecting &&
    emitter.remoteAddress === undefined &&
    !emitter.destroyed);

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

/** Carries a call out, or its failure. */
function carryOut(
  site: string,
  name: string,
  args: unknown[],
  call: (args: unknown[]) => unknown,
  receiver?: unknown,
) {
  const last = args.at(-1);
  const isTimer = /^set(Timeout|Interval|Immediate)$/.test(name);
  if (isTimer && typeof args[0] === 'function') {
    note(site, 'timer');
    if (name === 'setImmediate' || !orderFor(site)) return call(args);
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
    const signal = args
      .map((each) => (each as { signal?: AbortSignal } | null)?.signal)
      .find(Boolean);
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  }
  if (kind === 'calls back with an error' || kind === 'is told to try again') {
    const error = fault(kind === 'is told to try again' ? 'EAGAIN' : undefined);
    setImmediate(() => (last as Callable)(error));
    return undefined;
  }
  if (kind === 'never calls back') return undefined;
  const isOfSqlite = (value: unknown) =>
    value instanceof DatabaseSync || value instanceof StatementSync;
  let result: unknown;
  try {
    result = call(args);
  } catch (error) {
    note(site, isOfSqlite(receiver) ? 'sqlite' : 'sync'); // it fails by itself
    throw error;
  }
  if (isEmitter(result) && !isUnconnected(result)) {
    // Methods that return their receiver, such as `end`, do not throw; `listen` does.
    note(site, result === receiver && name !== 'listen' ? 'chained' : 'emitter');
    if (kind === 'emits an error') setImmediate(() => fail(result));
    const all = emitters.get(site) ?? new Set();
    emitters.set(site, all.add(new WeakRef(result)));
    if (name === 'createServer') visitors(result);
  } else if (typeof (result as Promise<unknown>)?.then === 'function') {
    note(site, stream ? 'stream' : isTimer ? 'pause' : 'promise');
    (result as Promise<unknown>).then(took, () => {});
  } else if (typeof last === 'function' && result === undefined) note(site, 'callback');
  else if (isOfSqlite(receiver) || isOfSqlite(result)) note(site, 'sqlite');
  else note(site, name === 'postMessage' ? 'dropped' : 'sync');
  took(result);
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

/** Inward calls are many: each is noted once. */
const inward = new Set<string>();
function note(site: string, shape: Shape): void {
  if (shape === 'inward') {
    if (inward.has(site)) return;
    inward.add(site);
  }
  appendFileSync(`${folder}/reached`, `${shape}\t${site}\n`);
}

/** Emitters that live on fail when they are told to, not only when they are made. */
setInterval(() => {
  for (const [site, refs] of emitters) {
    const living = [...refs]
      .flatMap((ref) => ref.deref() ?? [])
      .filter((each) => !(each instanceof Worker && each.threadId === -1));
    if (living.length > 0 && armed(`${site} later`)) for (const each of living) fail(each as never);
  }
}, 20).unref();

export const __fault = {
  /** A function, which is watched if it is of the outside. */
  call(site: string, callee: unknown): unknown {
    if (typeof callee !== 'function') return callee;
    const isGlobal = [fetch, setTimeout, setInterval, setImmediate].includes(callee as never);
    const isCertain = isGlobal || foreign.has(callee) || SITES.has(site);
    if (!isCertain) return callee;
    return new Proxy(callee, {
      apply: (_target, self, args) =>
        carryOut(site, callee.name, args, (real) => Reflect.apply(callee, self, real)),
      construct: (_target, args) =>
        carryOut(site, callee.name, args, (real) =>
          Reflect.construct(callee, real, callee),
        ) as object,
    });
  },
  /** The work of a timer. */
  work(site: string, work: unknown): unknown {
    if (typeof work !== 'function') return work;
    return (...values: unknown[]) => {
      const result = work(...values);
      if (armed(site)) throw fault();
      return result;
    };
  },
  /** The receiver of a method, which is watched if it is of the outside. */
  of(site: string, receiver: unknown, name: string): unknown {
    if (!isObject(receiver)) return receiver;
    const method = (receiver as Record<string, unknown>)[name];
    if (typeof method !== 'function') return receiver;
    if (!SITES_OF_MODULES.has(receiver) && !isForeign(receiver)) {
      note(site, 'inward');
      return receiver;
    }
    const watched = (...args: unknown[]) =>
      carryOut(
        site,
        name,
        args,
        (real) => Reflect.apply(method as Callable, receiver, real),
        receiver,
      );
    const construct = new Proxy(method, {
      apply: (_target, _self, args) => watched(...args),
      construct: (_target, args) =>
        carryOut(site, name, args, (real) => Reflect.construct(method, real)) as object,
    });
    return { [name]: construct };
  },
  /** A module that was loaded late. */
  async loaded(module: Promise<Record<string, unknown>>): Promise<unknown> {
    const exported = await module;
    for (const value of [
      ...Object.values(exported),
      ...Object.values((exported.default ?? {}) as object),
    ])
      if (isObject(value)) foreign.add(value);
    if (isObject(exported.default)) foreign.add(exported.default);
    return exported;
  },
  /** What a package imports of Node. */
  library(owner: string, module: string, exported: Record<string, unknown>): object {
    const watched = {};
    for (const name of Object.keys(exported)) {
      const site = `${owner} > ${module}.${name}`;
      Object.defineProperty(watched, name, {
        enumerable: true,
        configurable: true,
        get() {
          const value = exported[name];
          if (
            typeof value !== 'function' ||
            /^(is|validate|get|set|format)[A-Z]|^Stats$|^_/.test(name)
          )
            return value;
          if (/^[A-Z]/.test(name) && !/^(Socket|ClientRequest|TLSSocket)$/.test(name)) return value;
          return new Proxy(value, {
            apply: (target, self, args) =>
              carryOut(site, name, args, (real) => Reflect.apply(target, self, real)),
            construct: (target, args) =>
              carryOut(site, name, args, (real) => Reflect.construct(target, real)) as object,
          });
        },
      });
    }
    return watched;
  },
};
