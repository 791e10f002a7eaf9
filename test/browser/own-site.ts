import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../support/free-port.ts';

/** Processes that a failed test has not ended. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const site of running) site.kill('SIGKILL');
});

/**
 * A site for one test, which can go away and come back on the same port as another build or with
 * other settings.
 */
export class OwnSite {
  readonly url: string;
  readonly #port: number;
  readonly #dataDir: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, dataDir: string) {
    this.#port = port;
    this.#dataDir = dataDir;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(environment: Record<string, string> = {}): Promise<OwnSite> {
    const site = new OwnSite(await freePort(), await mkdtemp(join(tmpdir(), 'own-site-')));
    await site.comeBack(environment);
    return site;
  }

  async comeBack(environment: Record<string, string> = {}): Promise<void> {
    await this.goAway();
    const settings = {
      PORT: String(this.#port),
      DATA_DIR: this.#dataDir,
      SITE_URL: this.url,
      LOG_LEVEL: 'warn',
      SERVICE_WORKER: 'off', // see playwright.config.ts
      ...environment,
    };
    this.#process = spawn(process.execPath, ['dist/server/index.js'], {
      env: { ...process.env, ...settings },
      stdio: 'inherit',
    });
    running.add(this.#process);
    while (!(await fetch(`${this.url}/readyz`).catch(() => null))?.ok)
      await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async goAway(): Promise<void> {
    const site = this.#process;
    this.#process = undefined;
    if (!site) return;
    site.kill('SIGKILL');
    await once(site, 'exit');
    running.delete(site);
  }

  /** @param page leaves the site first: what it was still loading would be an error that it logs */
  async end(page?: Page): Promise<void> {
    await page?.goto('about:blank');
    await this.goAway();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}
