import type { Logger } from 'pino';
import type { BlogLibrary } from './blog/library/library.ts';
import type { PreviewSource } from './blog/source/drafts.ts';
import type { Callbacks } from './callbacks/open.ts';
import type { Config } from './config.ts';
import type { Assets } from './http/assets.ts';
import type { Readiness } from './ops/health.ts';
import type { Metrics } from './ops/metrics.ts';

/** The parts of the site, made once at start and handed to whatever answers requests. */
export interface AppParts {
  config: Config;
  assets: Assets;
  log: Logger;
  metrics: Metrics;
  library: BlogLibrary;
  /** Null when drafts are off. */
  drafts: PreviewSource | null;
  /** Null when the PHP backend alone keeps callback requests. */
  callbacks: Callbacks | null;
  readiness: Readiness;
}
