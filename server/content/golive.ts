import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { loadEnvFile } from '../config/env/env-file.ts';
import type { PublishedContent } from '../config/golive/content-findings.ts';
import { runGoLive } from '../config/golive/run-golive.ts';
import { readPublished } from './create-content.ts';
import { parseContent } from './parse/parse-content.ts';
import { Snapshot } from './snapshot.ts';

const CALL_DEADLINE_MS = 10_000;

/** Reads what readers see. @throws when the content service does not answer */
async function readContent(config: Config): Promise<PublishedContent> {
  const raw = await readPublished(config, CALL_DEADLINE_MS);
  const { posts, pages } = new Snapshot({ ...parseContent(raw), readAt: 1 }, Date.now());
  return { posts: [...posts.visible.values()], pages: [...pages.visible.values()] };
}

try {
  loadEnvFile();
  process.exitCode = await runGoLive(process.env, readContent);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
