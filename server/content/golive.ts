import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { NO_CONTENT, type PublishedContent } from '../config/content-findings.ts';
import { loadEnvFile } from '../config/env/env-file.ts';
import { runGoLive } from '../config/run-golive.ts';
import { createContentfulSource } from './contentful/contentful-source.ts';
import { parseContent } from './parse/parse-content.ts';
import { Snapshot } from './snapshot.ts';
import { CONTENT_TYPES } from './source.ts';

const CALL_DEADLINE_MS = 10_000;

/** Reads what is published in the configured space. @throws when it does not answer */
async function readContent({ contentful }: Config): Promise<PublishedContent> {
  if (!contentful) return NO_CONTENT;
  const source = createContentfulSource({ ...contentful, deadlineMs: CALL_DEADLINE_MS });
  const raw = await source.read({ types: CONTENT_TYPES });
  const { posts, pages } = new Snapshot({ ...parseContent(raw), readAt: 1 }, Date.now());
  for (const read of Object.values(raw.types)) if (read.state === 'failed') throw read.error;
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
