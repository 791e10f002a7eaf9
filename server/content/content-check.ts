import { readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { loadEnvFile } from '../config/env/env-file.ts';
import { type ContentIssue, contentIssues } from './content-issues.ts';
import type { ContentUnavailableError } from './contentful/content-source.ts';
import { type ContentfulSettings, createContentfulSource } from './contentful/contentful-source.ts';

const CALL_DEADLINE_MS = 30_000;

interface Report {
  summary: string;
  sections: { heading: string; issues: ContentIssue[] }[];
  /** Titles by the ids of entries, including those that cannot be shown. */
  titles: ReadonlyMap<string, string>;
  /** Pictures and their text alternatives. */
  pictures: { id: string; alt: string }[];
}

const formatAltText = (alt: string) => (alt ? `"${alt}"` : 'nothing');

function formatReport({ summary, sections, titles, pictures }: Report): string {
  const lines = [summary];
  for (const { heading, issues } of sections) {
    lines.push('', heading);
    for (const [id, entryIssues] of Map.groupBy(issues, (issue) => issue.id)) {
      const title = titles.get(id);
      lines.push('', id ? `  ${title ? `"${title}" (${id})` : id}` : '  The content type');
      for (const { text } of entryIssues) lines.push(`    - ${text}`);
    }
  }
  if (pictures.length > 0) lines.push('', 'Pictures, and what a screen reader says for each:', '');
  for (const { id, alt } of pictures) lines.push(`  ${id}: ${formatAltText(alt)}`);
  if (sections.length === 0) lines.push('The website can show them all, and nothing is missing.');
  return `${lines.join('\n')}\n`;
}

/** Counts the entries of the types that the space has: `12 posts, 3 pages`. */
function describeCounts(counts: object): string {
  return Object.entries(counts)
    .filter(([type, count]) => type === 'post' || count > 0)
    .map(([type, count]) => `${count} ${type}${count === 1 ? '' : 's'}`)
    .join(', ');
}

/** Returns the reason why a space cannot be read, in one sentence. */
function describeFailure(
  { kind, details: { status = 0 } }: ContentUnavailableError,
  { origin, space, environment }: ContentfulSettings,
  contentType: string,
): string {
  if (status === 404)
    return `Contentful found no space ${space} with an environment ${environment} and a content type "${contentType}" (blog.contentType in the site file). If they exist, the access token belongs to a different space`;
  if (kind === 'unauthorised') return `the access token is not valid for the space ${space}`;
  return status >= 400
    ? `the content service answers ${status}`
    : `${origin} did not answer, or its answer could not be read`;
}

/**
 * `npm run content:check`: tells editors what the configured space holds that the site cannot show
 * or could show better. Exit code 1 when there is no blog, or a post cannot be shown.
 */
async function run(): Promise<number> {
  loadEnvFile();
  const { contentful, blog } = readConfig(process.env);
  if (!contentful)
    throw new ConfigError(
      'no space is configured: set CONTENTFUL_SPACE_ID and CONTENTFUL_ACCESS_TOKEN',
    );
  const contentModel = { ...blog, onWarning: () => {} };
  const settings = { ...contentful, deadlineMs: CALL_DEADLINE_MS };
  const space = await createContentfulSource(settings, contentModel)
    .space()
    .catch((error: ContentUnavailableError) => {
      throw new ConfigError(describeFailure(error, contentful, blog.contentType));
    });
  const { titles, counts, pictures, issues } = contentIssues(space, contentModel, new Date());
  const hidden = issues.filter((issue) => issue.hidden);
  const report: Report = {
    summary: `${describeCounts(counts)} in the space ${contentful.space} (${contentful.environment}).`,
    sections: [
      { heading: 'Entries the website cannot show:', issues: hidden },
      {
        heading: 'Entries you may want to check:',
        issues: issues.filter((issue) => !issue.hidden),
      },
    ].filter((section) => section.issues.length > 0),
    titles,
    pictures,
  };
  process.stdout.write(formatReport(report));
  return hidden.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`The posts could not be checked: ${error.message}\n`);
  process.exitCode = 1;
}
