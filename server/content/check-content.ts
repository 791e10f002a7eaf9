import { type Config, readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { contentKindOf } from '../config/content-kind.ts';
import { ContentUnavailableError } from './content-error.ts';
import { contentIssues } from './content-issues.ts';
import type { ContentfulSettings } from './contentful/client.ts';
import { readPublished } from './create-content.ts';
import { toText } from './parse/entry-fields.ts';
import {
  CONTENT_TYPES,
  type ContentIssue,
  type ContentType,
  entriesOf,
  type RawContent,
} from './source.ts';

const CALL_DEADLINE_MS = 30_000;

interface Report {
  summary: string;
  sections: { heading: string; issues: ContentIssue[] }[];
  /** Titles by the ids of entries, including those that cannot be shown. */
  titles: ReadonlyMap<string, string>;
}

function formatReport({ summary, sections, titles }: Report): string {
  const lines = [summary];
  for (const { heading, issues } of sections) {
    lines.push('', heading);
    for (const [id, entryIssues] of Map.groupBy(issues, (issue) => issue.id)) {
      const title = titles.get(id);
      lines.push('', id ? `  ${title ? `"${title}" (${id})` : id}` : '  A content type');
      for (const { text } of entryIssues) lines.push(`    - ${text}`);
    }
  }
  if (sections.length === 0) lines.push('The website can show them all, and nothing is missing.');
  return `${lines.join('\n')}\n`;
}

/** The words for the entries of each type, and the field that an entry is known by. */
const NAMES: Readonly<Record<ContentType, { noun: string; field: string }>> = {
  blogPost: { noun: 'post', field: 'title' },
  page: { noun: 'page', field: 'title' },
  question: { noun: 'question', field: 'question' },
  testimonial: { noun: 'testimonial', field: 'name' },
};

/** Counts the entries of the types that the source has: `12 posts, 3 pages`. */
const describeCounts = (raw: RawContent): string =>
  CONTENT_TYPES.map((type) => [NAMES[type].noun, entriesOf(raw, type).length] as const)
    .filter(([noun, count]) => noun === 'post' || count > 0)
    .map(([noun, count]) => `${count} ${noun}${count === 1 ? '' : 's'}`)
    .join(', ');

/** Returns the reason why a space cannot be read, in one sentence. */
function describeFailure(
  { kind, details: { status = 0 } }: ContentUnavailableError,
  { origin, space, environment }: ContentfulSettings,
): string {
  if (status === 404)
    return `Contentful found no space ${space} with an environment ${environment}. If they exist, the access token belongs to a different space`;
  if (kind === 'setup') return 'Contentful found no content type "blogPost" with the right fields';
  if (kind === 'unauthorised') return `the access token is not valid for the space ${space}`;
  return status >= 400
    ? `the content service answers ${status}`
    : `${origin} did not answer, or its answer could not be read`;
}

/** Reads everything that is published. @throws {ConfigError} when a part cannot be read */
async function readAll(config: Config): Promise<RawContent> {
  const { contentful, siteDir } = config;
  if (!contentful && contentKindOf(config) !== 'folder')
    throw new ConfigError(
      `there is no post or page in ${siteDir}, and no space is configured: write one, or set CONTENTFUL_SPACE_ID and CONTENTFUL_ACCESS_TOKEN`,
    );
  return readPublished(config, CALL_DEADLINE_MS).catch((error: unknown) => {
    if (!contentful || !(error instanceof ContentUnavailableError)) throw error;
    throw new ConfigError(describeFailure(error, contentful));
  });
}

/** Returns where the content comes from. */
function describeSource({ contentful, siteDir }: Config): string {
  return contentful ? `the space ${contentful.space} (${contentful.environment})` : siteDir;
}

/**
 * Reports to editors what the content space or the owner's folder holds that the site cannot show or
 * could show better.
 * @returns the report, and the exit code: 1 when something cannot be shown
 * @throws {ConfigError} when the site would not start, or its content cannot be read
 */
export async function checkContent(
  environment: NodeJS.ProcessEnv,
): Promise<{ report: string; exitCode: 0 | 1 }> {
  const config = readConfig(environment);
  const raw = await readAll(config);
  const issues = contentIssues(raw, { site: config, now: Date.now() });
  const hidden = issues.filter((issue) => issue.hidden);
  const titles = CONTENT_TYPES.flatMap((type) =>
    entriesOf(raw, type).map((entry): [string, string] => [
      toText(entry.sys.id),
      toText(entry.fields[NAMES[type].field]),
    ]),
  );
  const report = formatReport({
    summary: `${describeCounts(raw)} in ${describeSource(config)}.`,
    sections: [
      { heading: 'Entries the website cannot show:', issues: hidden },
      {
        heading: 'Entries you may want to check:',
        issues: issues.filter((issue) => !issue.hidden),
      },
    ].filter((section) => section.issues.length > 0),
    titles: new Map(titles),
  });
  return { report, exitCode: hidden.length > 0 ? 1 : 0 };
}
