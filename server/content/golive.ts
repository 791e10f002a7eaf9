import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { NO_CONTENT, type PublishedContent } from '../config/content-findings.ts';
import { loadEnvFile } from '../config/env/env-file.ts';
import { runGoLive } from '../config/run-golive.ts';
import { createContentfulSource, MAX_CONCURRENT_CALLS } from './contentful/contentful-source.ts';
import { fetchAllPosts } from './read-posts.ts';

const CALL_DEADLINE_MS = 10_000;

/** Reads what is published in the configured space. @throws when it does not answer */
async function readContent({ contentful, blog }: Config): Promise<PublishedContent> {
  if (!contentful) return NO_CONTENT;
  const settings = { ...contentful, deadlineMs: CALL_DEADLINE_MS, retryLimit: 0 };
  const source = createContentfulSource(settings, { ...blog, onWarning: () => {} });
  const [pages, { posts }] = await Promise.all([
    source.listExtras('page'),
    fetchAllPosts({
      listPosts: source.listPosts,
      concurrency: MAX_CONCURRENT_CALLS,
      previous: new Map(),
    }),
  ]);
  return {
    pages: pages?.entries ?? [],
    posts: posts.filter(({ publishAt }) => publishAt <= Date.now()),
  };
}

try {
  loadEnvFile();
  process.exitCode = await runGoLive(process.env, readContent);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
