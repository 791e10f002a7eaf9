import type { LinkTarget, Post, RichText } from '../../shared/blog/post.ts';
import { validDate } from '../../shared/blog/valid-date.ts';
import { type BlogField, type BlogFields, DEFAULT_FIELDS } from './source/blog-fields.ts';
import { readAnswer, readPosts } from './source/delivery-answer.ts';
import { isRecord } from './source/is-record.ts';
import type { Remark } from './source/remarks.ts';
import type { Space } from './source/space.ts';

/** Something an editor can put right. */
export interface Complaint {
  /** Id of the entry or asset; empty for the space as a whole. */
  id: string;
  text: string;
  /** The post cannot be shown at all. */
  hidden: boolean;
}

/** Larger pictures take the service long to convert, so visitors wait for them. */
const PICTURE_LIMIT_MB = 5;
const MEGABYTE = 1_000_000;

/** What the posts of a space lack, in the order in which an editor would fix it. */
export function complaintsOf(space: Space, fields: BlogFields, now: Date) {
  const remarks: Remark[] = [];
  const reading = { fields, note: (remark: Remark) => void remarks.push(remark) };
  const posts = space.answers
    .flatMap((answer) => readPosts(readAnswer(answer), reading))
    .map(({ post }) => post);
  const complaints = [
    ...fieldComplaints(space.fieldIds, fields),
    ...remarks.map(remarkComplaint),
    ...duplicates(posts),
    ...posts.flatMap((post) => postComplaints(post, now)),
    ...space.answers.flatMap(largePictures),
  ];
  const unique = new Map(complaints.map((complaint) => [JSON.stringify(complaint), complaint]));
  return { posts, complaints: [...unique.values()] };
}

/** Fields that every space has; others only when its configuration names them. */
const SPECIFIED: ReadonlySet<BlogField> = new Set([
  'title',
  'slug',
  'excerpt',
  'image',
  'publishedDate',
  'author',
  'content',
]);

function fieldComplaints(fieldIds: string[] | null, fields: BlogFields): Complaint[] {
  if (fieldIds === null)
    return [{ id: '', text: 'There is no content type with the id "blogPost".', hidden: true }];
  const isExpected = (field: BlogField) =>
    SPECIFIED.has(field) || fields[field] !== DEFAULT_FIELDS[field];
  return (Object.keys(fields) as BlogField[])
    .filter(isExpected)
    .filter((field) => !fieldIds.includes(fields[field].split('.')[0] ?? ''))
    .map((field) => ({
      id: '',
      text: `The content type has no field "${fields[field]}" for the ${field} (it has ${fieldIds.join(', ')}). Name the right one in the site file, under blog.fields.`,
      hidden: field === 'title' || field === 'slug',
    }));
}

function remarkComplaint({ about, entryId, detail = '' }: Remark): Complaint {
  const complaint = (text: string, hidden = true) => ({ id: entryId, text, hidden });
  switch (about) {
    case 'no id':
      return complaint('An entry has no id.');
    case 'no title':
      return complaint('It has no title.');
    case 'slug':
      return complaint(
        detail
          ? `Its slug "${detail}" cannot stand in an address: use letters, digits, - . _ and ~, no spaces.`
          : 'It has no slug.',
      );
    case 'embed':
      return complaint(
        `It embeds or links to an entry of the type "${detail}", of which readers see the title at most.`,
        false,
      );
    case 'too long':
      return complaint('Its text is too long: readers do not see the end of it.', false);
  }
}

/** The newest post of a slug is shown. */
function duplicates(posts: Post[]): Complaint[] {
  const newestFirst = posts.toSorted((a, b) => b.publishedDate.localeCompare(a.publishedDate));
  const owners = new Map<string, Post>();
  return newestFirst.flatMap((post) => {
    const owner = owners.get(post.slug);
    if (!owner) owners.set(post.slug, post);
    const text = `Its slug "${post.slug}" is that of "${owner?.title}" too, which is shown in its place.`;
    return owner ? [{ id: post.id, text, hidden: true }] : [];
  });
}

function postComplaints(post: Post, now: Date): Complaint[] {
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

function largePictures({ includes }: Record<string, unknown>): Complaint[] {
  const assets: unknown = isRecord(includes) ? includes.Asset : [];
  return (Array.isArray(assets) ? assets : []).flatMap((asset) => {
    const { file, title } = asset?.fields ?? {};
    const megabytes = Number(file?.details?.size) / MEGABYTE;
    if (!file?.details?.image || !(megabytes > PICTURE_LIMIT_MB)) return [];
    const text = `The picture "${title}" has ${megabytes.toFixed(1)} MB: make it smaller than ${PICTURE_LIMIT_MB} MB.`;
    return [{ id: String(asset.sys?.id), text, hidden: false }];
  });
}
