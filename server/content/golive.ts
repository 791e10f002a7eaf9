import type { Config } from '../config/config.ts';
import { loadEnvFile } from '../config/env-file.ts';
import { runGoLive } from '../config/run-golive.ts';
import { createContentfulSource } from './contentful/contentful-source.ts';

const CALL_DEADLINE_MS = 10_000;

/** The published pages of the configured space. @throws when it does not answer */
async function listPages({ contentful, blog }: Config) {
  if (!contentful) return [];
  const settings = { ...contentful, deadlineMs: CALL_DEADLINE_MS, retryLimit: 0 };
  const source = createContentfulSource(settings, { ...blog, onWarning: () => {} });
  return (await source.listExtras('page'))?.entries ?? [];
}

loadEnvFile();
process.exitCode = await runGoLive(process.env, listPages);
