import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { levels } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { problemOfStack } from './problem.ts';

/** How long the site may finish what it does before it is replaced. */
const PATIENCE_MS = 1000;
const SHOWN = process.env.LOG_LEVEL ?? 'warn';
const LEVELS: Record<string, number> = levels.values;

const pretty = prettyFactory({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' });

interface SiteParts {
  /** Its file. */
  program: string;
  /** Its address for visitors. */
  url: string;
  /** Options of Node. */
  options: string[];
  onError: (problem: string) => void;
}

/** The site in a process of its own, on a port that only the development server knows. */
export class SiteProcess {
  /** Null while it does not run. */
  port: number | null = null;
  readonly #parts: SiteParts;
  #child: ChildProcess | undefined;

  constructor(parts: SiteParts) {
    this.#parts = parts;
    process.on('exit', () => this.#child?.kill('SIGKILL'));
  }

  /** Ends it and starts what was built. @returns whether it is ready */
  async restart(): Promise<boolean> {
    await this.stop();
    const { program, url, options, onError } = this.#parts;
    const port = await freePort();
    const child = spawn(process.execPath, [...options, '--enable-source-maps', program], {
      env: {
        SITE_URL: url,
        ...process.env,
        NODE_ENV: 'development',
        HOST: '127.0.0.1',
        PORT: String(port),
        SERVICE_WORKER: 'off',
        LOG_LEVEL: 'info', // says when it is ready
        FORCE_COLOR: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let complaint = '';
    child.stderr.on('data', (text) => {
      if (this.port || options.length > 0) process.stderr.write(text); // a debugger's address
      complaint += text;
    });
    const ready = new Promise<boolean>((resolve) => {
      createInterface(child.stdout).on('line', (line) => {
        const { level, msg, err } = JSON.parse(line);
        if (msg.startsWith('ready on')) resolve(true);
        if (err?.stack && level >= (LEVELS.error as number)) onError(problemOfStack(err.stack));
        else if (level >= (LEVELS[SHOWN] ?? 0)) process.stdout.write(pretty(line));
      });
      child.once('close', (code) => {
        // Node shows the place in what was built before it shows the error.
        if (code && !this.port) onError(problemOfStack(complaint.replace(/^.*\^\n\n/s, '')));
        if (this.#child === child) this.port = null;
        resolve(false);
      });
    });
    if (await ready) this.port = port;
    return this.port !== null;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    this.port = null;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    await once(child, 'exit');
    clearTimeout(timer);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}
