import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { STATIC_PATHS } from '../shared/routes.ts';
import { findChromium } from '../test/support/chromium.ts';
import { startSite } from './process.ts';

/**
 * Runs Lighthouse on every route of the built site and prints a Markdown table. It is fetched on
 * demand rather than installed with the rest, because nothing else needs its 170 MB. Fails when
 * accessibility, best practices or SEO is below 100; performance depends on the machine too and is
 * only shown.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const MUST_BE_WHOLE = ['accessibility', 'best-practices', 'seo'];
const CATEGORIES = ['performance', ...MUST_BE_WHOLE];

interface Report {
  categories: Record<string, { score: number }>;
}

async function measure(url: string, chromium: string): Promise<Report> {
  const flags = [
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
    `--only-categories=${CATEGORIES.join(',')}`,
  ];
  const chrome = '--chrome-flags=--headless=new --no-sandbox --disable-gpu';
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', LIGHTHOUSE, url, ...flags, chrome],
    {
      env: { ...process.env, CHROME_PATH: chromium },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return JSON.parse(stdout) as Report;
}

const site = await startSite();
const origin = `http://localhost:${site.port}`;
const chromium = await findChromium();
const { posts } = (await (await fetch(`${origin}/api/posts`)).json()) as {
  posts: { slug: string }[];
};
console.log(`| route | ${CATEGORIES.join(' | ')} |\n| --- |${' --- |'.repeat(CATEGORIES.length)}`);
for (const path of [...STATIC_PATHS, `/blogs/${posts[0]?.slug}`]) {
  const { categories } = await measure(`${origin}${path}`, chromium);
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  console.log(`| ${path} | ${CATEGORIES.map(score).join(' | ')} |`);
  if (MUST_BE_WHOLE.some((category) => score(category) < 100)) process.exitCode = 1;
}
await site.stop();
