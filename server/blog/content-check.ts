import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { LinkTarget, Post, RichText } from '../../shared/blog/post.ts';
import { validDate } from '../../shared/blog/valid-date.ts';
import {
  type BlogField,
  type BlogFields,
  blogFields,
  DEFAULT_FIELDS,
} from '../config/blog-fields.ts';
import { readConfig } from '../config/config.ts';
import { ConfigError } from '../config/error.ts';
import { type ContentIssue, heardPictures, textIssues } from './content-faults.ts';
import { contentReport } from './content-report.ts';
import { readAnswer, readPosts } from './contentful/delivery-answer.ts';
import { at } from './contentful/entry.ts';
import type { EntryWarning } from './contentful/normalise.ts';
import { readSpace, type Space, SpaceUnreadable } from './contentful/space.ts';

/** Larger pictures take the service long to convert, so visitors wait for them. */
const PICTURE_LIMIT_MB = 5;
const MEGABYTE = 1_000_000;

/** The space's own names. */
interface ReadAs {
  fields: BlogFields;
  contentType: string;
}

/** What the posts of a space lack, in the order in which an editor would fix it. */
function contentIssues(space: Space, { fields, contentType }: ReadAs, now: Date) {
  const warnings: EntryWarning[] = [];
  const reading = {
    fields,
    contentType,
    onWarning: (warning: EntryWarning) => void warnings.push(warning),
  };
  const answers = space.answers.map(readAnswer);
  const posts = answers.flatMap((answer) => readPosts(answer, reading)).map(({ post }) => post);
  const heard = answers.flatMap(heardPictures);
  const pictures = [...new Map(heard.map((picture) => [picture.id, picture])).values()];
  const issues = [
    ...fieldIssues(space.fields, { fields, contentType }),
    ...warnings.map(warningIssue),
    ...duplicates(posts),
    ...posts.flatMap((post) => postIssues(post, now)),
    ...answers.flatMap((answer) => textIssues(answer, fields)),
    ...pictures
      .filter(({ fault }) => fault)
      .map(({ id, fault }) => ({ id, text: fault, hidden: false })),
    ...space.answers.flatMap(largePictures),
  ];
  const unique = new Map(issues.map((issue) => [JSON.stringify(issue), issue]));
  return { posts, pictures, issues: [...unique.values()] };
}

/** Fields that every space has; others only when its configuration names them. */
const SPECIFIED: ReadonlySet<string> = new Set(
  'title slug excerpt image publishedDate author content'.split(' '),
);

/** Without these the service answers none of the blog's calls. */
const NEEDED: ReadonlySet<BlogField> = new Set(['title', 'slug', 'publishedDate']);

/** What the service filters and sorts by; it refuses to with others. */
const NEEDED_TYPES: { readonly [field in BlogField]?: readonly string[] } = {
  slug: ['Symbol'],
  publishedDate: ['Date', 'Symbol'],
};

function fieldIssues(own: Space['fields'], { fields, contentType }: ReadAs): ContentIssue[] {
  const issue = (text: string, hidden: boolean) => ({ id: '', text, hidden });
  if (own === null)
    return [
      issue(
        `There is no content type with the id "${contentType}". Name the right one in the site file, under blog.contentType.`,
        true,
      ),
    ];
  const isExpected = (field: BlogField) =>
    SPECIFIED.has(field) || fields[field] !== DEFAULT_FIELDS[field];
  return (Object.keys(fields) as BlogField[]).filter(isExpected).flatMap((field) => {
    const found = own.find(({ id }) => id === fields[field].split('.')[0]);
    const names = own.map(({ id }) => id).join(', ');
    if (!found)
      return issue(
        `The content type has no field "${fields[field]}" for the ${field} (it has ${names}). Name the right one in the site file, under blog.fields.${NEEDED.has(field) ? ' Without it there is no blog.' : ''}`,
        NEEDED.has(field),
      );
    const types = NEEDED_TYPES[field] ?? [];
    return types.length === 0 || found.type === '' || types.includes(found.type)
      ? []
      : issue(
          `The field "${found.id}" for the ${field} has the type ${found.type}, by which the service can neither search nor sort: it takes ${types.join(' or ')}. Without it there is no blog.`,
          true,
        );
  });
}

function warningIssue({ kind, entryId, detail = '' }: EntryWarning): ContentIssue {
  const hidden = kind === 'no id' || kind === 'no title' || kind === 'slug';
  return { id: entryId, text: WARNINGS[kind](detail), hidden };
}

const WARNINGS: Record<EntryWarning['kind'], (detail: string) => string> = {
  'no id': () => 'An entry has no id.',
  'no title': () => 'It has no title.',
  slug: (slug) =>
    slug
      ? `Its slug "${slug}" cannot stand in an address: use letters, digits, - . _ and ~, no spaces.`
      : 'It has no slug.',
  spaces: (slug) =>
    `Its slug "${slug}" begins or ends with a space: take it away. The address has none.`,
  embed: (type) =>
    `It embeds or links to an entry of the type "${type}", of which readers see the title at most.`,
  'too long': () => 'Its text is too long: readers do not see the end of it.',
};

/** The newest post of a slug is shown. */
function duplicates(posts: Post[]): ContentIssue[] {
  const newestFirst = posts.toSorted((a, b) => b.publishedDate.localeCompare(a.publishedDate));
  const owners = new Map<string, Post>();
  return newestFirst.flatMap((post) => {
    const owner = owners.get(post.slug);
    if (!owner) owners.set(post.slug, post);
    const text = `Its slug "${post.slug}" is that of "${owner?.title}" too, which is shown in its place.`;
    return owner ? [{ id: post.id, text, hidden: true }] : [];
  });
}

function postIssues(post: Post, now: Date): ContentIssue[] {
  const texts: string[] = [];
  const date = validDate(post.publishedDate);
  if (!date) texts.push('Its published date is missing or is not a date.');
  else if (date > now) texts.push(`It is dated ${post.publishedDate}: nobody sees it before then.`);
  if (!post.content) texts.push('It has no text.');
  if (post.image?.alt === '') texts.push('Its featured image has no description.');
  const undescribed = picturesIn(post.content).filter((target) => target.picture.alt === '');
  if (undescribed.length > 0)
    texts.push(`Pictures in its text without a description: ${undescribed.length}.`);
  return texts.map((text) => ({ id: post.id, text, hidden: false }));
}

function picturesIn(text: RichText | null) {
  const pictures: Extract<LinkTarget, { kind: 'image' }>[] = [];
  const walk = (node: { data: Record<string, unknown>; content?: readonly object[] }) => {
    const target = node.data.target as LinkTarget | undefined;
    if (target?.kind === 'image') pictures.push(target);
    for (const child of node.content ?? []) walk(child as typeof node);
  };
  if (text) walk(text as unknown as Parameters<typeof walk>[0]);
  return pictures;
}

function largePictures(answer: Record<string, unknown>): ContentIssue[] {
  const assets = at(answer, 'includes', 'Asset');
  return (Array.isArray(assets) ? assets : []).flatMap((asset) => {
    const { file, title } = asset?.fields ?? {};
    const megabytes = Number(file?.details?.size) / MEGABYTE;
    if (!file?.details?.image || !(megabytes > PICTURE_LIMIT_MB)) return [];
    const text = `The picture "${title}" has ${megabytes.toFixed(1)} MB: make it smaller than ${PICTURE_LIMIT_MB} MB.`;
    return [{ id: String(asset.sys?.id), text, hidden: false }];
  });
}

/**
 * `npm run content:check`: tells editors what the configured space holds that the site cannot show
 * or could show better. Exit code 1 when there is no blog, or a post cannot be shown. `--html FILE`
 * writes the same with links to where it is mended.
 */
async function run(): Promise<number> {
  const { values } = parseArgs({ options: { html: { type: 'string' } } });
  const { contentful, blog } = readConfig(process.env);
  if (!contentful)
    throw new SpaceUnreadable(
      'no space is configured: set CONTENTFUL_SPACE_ID and CONTENTFUL_ACCESS_TOKEN',
    );
  const space = await readSpace(contentful, blog);
  const readAs = { fields: blogFields(blog.fields), contentType: blog.contentType };
  const { posts, pictures, issues } = contentIssues(space, readAs, new Date());
  const titles = new Map(posts.map(({ id, title }) => [id, title]));
  const hidden = issues.filter((issue) => issue.hidden);
  const sections = [
    { heading: 'Cannot be shown:', issues: hidden },
    { heading: 'Worth a look:', issues: issues.filter((issue) => !issue.hidden) },
  ].filter((section) => section.issues.length > 0);
  const summary = `${posts.length} posts in the space ${contentful.space} (${contentful.environment}).`;
  const say = (text: string) => process.stdout.write(`${text}\n`);
  say(summary);
  for (const { heading, issues } of sections) {
    say(`\n${heading}`);
    for (const [id, own] of Map.groupBy(issues, (issue) => issue.id)) {
      const title = titles.get(id);
      say(id ? `\n  ${title ? `"${title}" (${id})` : id}` : '\n  The content type');
      for (const { text } of own) say(`    - ${text}`);
    }
  }
  if (pictures.length > 0) say('\nPictures, as they are read out:\n');
  for (const { id, alt } of pictures) say(`  ${id}: ${alt ? `"${alt}"` : 'nothing'}`);
  if (issues.length === 0) say('All of them can be shown, and nothing is missing.');
  if (values.html !== undefined)
    await writeFile(
      values.html,
      contentReport({ settings: contentful, summary, sections, titles, pictures }),
    );
  return hidden.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof SpaceUnreadable)) throw error;
  process.stderr.write(`The posts could not be checked: ${error.message}\n`);
  process.exitCode = 1;
}
