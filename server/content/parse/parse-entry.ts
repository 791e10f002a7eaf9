import { plainText } from '../../../shared/blog/plain-text.ts';
import type {
  LinkTarget,
  Picture,
  Post,
  PostLink,
  PostSeo,
  RichText,
} from '../../../shared/blog/post.ts';
import { type ContentPage, PAGE_GROUPS, type PageGroup } from '../../../shared/content-page.ts';
import { cutText } from '../../../shared/cut-text.ts';
import { contentPagePath, isCorePage, SLUG } from '../../../shared/routes.ts';
import type { EntryOrAsset } from '../source.ts';
import type { ResolveLink } from './entry-fields.ts';
import { contentTypeOf, isEntryOrAsset, parseTexts, tagIdsOf, toText } from './entry-fields.ts';
import { issueOf } from './entry-issues.ts';
import { parseAnswer } from './home-entries.ts';
import { normalizeHref } from './normalize-href.ts';
import { normalizeRichText } from './normalize-rich-text.ts';
import { parseAsset } from './parse-asset.ts';

interface ParserOptions {
  resolve: ResolveLink;
  /** Names of the service's tags by id. */
  tagNames: ReadonlyMap<string, string>;
  /** True for a draft: an entry without a title or a slug is shown too. */
  isUnfinished?: boolean;
}

/** The service's own limit of links in one field of `content/content.json`. */
export const MAX_QUESTIONS = 10;
/** The most related posts that are read: a page shows 3, and some may not be published. */
const MAX_RELATED = 10;
/** Longest excerpt of a post embedded as a card, which shows three lines. */
const CARD_EXCERPT_LENGTH = 300;
/**
 * The size limit of an excerpt in the units of `normalizeRichText`: a few pages, far more than the
 * three lines shown.
 */
const MAX_EXCERPT_SIZE = 20_000;
const EMPTY_DOCUMENT = { nodeType: 'document', data: {}, content: [] } as unknown as RichText;
const UNFINISHED = { title: 'No title yet', slug: 'no-slug-yet' };

/** Creates the functions that parse entries which can be shown (`issueOf`). */
export function createEntryParser({ resolve, tagNames, isUnfinished = false }: ParserOptions) {
  const targets = new Map<unknown, LinkTarget | null>();

  function parsePost(entry: EntryOrAsset): Post {
    const { fields, sys } = entry;
    const summary = parseSummary(entry);
    const tags = new Set([...serviceTags(entry), ...parseTexts(fields.tags)]);
    const canonical = normalizeHref(fields.canonicalUrl) ?? '';
    return {
      ...summary,
      author: parseTexts(fields.author).join(', ') || null,
      content: normalizeRichText(fields.content, parseTarget),
      updatedAt: toText(sys.updatedAt) || summary.publishedDate,
      seo: parseSeo(entry, /^https?:/i.test(canonical) ? canonical : undefined),
      tags: filled([...tags]),
      next: filled(parseRelated(entry)),
    };
  }

  /** @returns null when it has no content */
  function parsePage(entry: EntryOrAsset): ContentPage | null {
    const { fields, sys } = entry;
    const text = normalizeRichText(fields.content, parseTarget);
    const content = text ?? (isUnfinished ? EMPTY_DOCUMENT : null);
    if (content === null) return null;
    const questions = questionsOf(entry);
    const changes = [entry, ...questions].map((changed) => toText(changed.sys.updatedAt));
    return {
      id: toText(sys.id),
      slug: toText(fields.slug) || unfinished('slug'),
      title: toText(fields.title) || unfinished('title'),
      summary: toText(fields.summary),
      image: parsePicture(fields.image),
      content,
      questions: questions.map(parseAnswer),
      group: groupOf(fields.group),
      area: toText(fields.area) || undefined,
      ending: endingOf(fields),
      seo: parseSeo(entry),
      updatedAt: changes.toSorted().at(-1) ?? '',
    };
  }

  const unfinished = (field: keyof typeof UNFINISHED) => (isUnfinished ? UNFINISHED[field] : '');

  /** Returns the questions of a page that can be shown. */
  const questionsOf = ({ fields }: EntryOrAsset): EntryOrAsset[] =>
    [fields.questions]
      .flat()
      .slice(0, MAX_QUESTIONS)
      .map(resolve)
      .filter(isEntryOrAsset)
      .filter((linked) => contentTypeOf(linked) === 'question' && !issueOf('question', linked));

  function parseSummary({ sys, fields }: EntryOrAsset) {
    const slug = toText(fields.slug);
    return {
      id: toText(sys.id),
      slug: SLUG.test(slug) ? slug : unfinished('slug'),
      title: toText(fields.title) || unfinished('title'),
      publishedDate: toText(fields.publishedDate),
      excerpt:
        toText(fields.excerpt) || normalizeRichText(fields.excerpt, titleBehind, MAX_EXCERPT_SIZE),
      image: parsePicture(fields.featuredImage),
    };
  }

  /** Returns the title behind a link, which is all that an excerpt shows of it. */
  function titleBehind(link: unknown): LinkTarget | null {
    const linked = resolve(link);
    const title = isEntryOrAsset(linked) ? toText(linked.fields.title) : '';
    return title ? { kind: 'title', title } : null;
  }

  /** Returns the names of the tags that editors gave an entry beside its fields. */
  const serviceTags = (entry: EntryOrAsset): string[] =>
    tagIdsOf(entry).flatMap((id) => tagNames.get(id) ?? humanizeTagId(id) ?? []);

  function parsePicture(link: unknown): Picture | null {
    const target = parseAsset(resolve(link));
    return target?.kind === 'image' ? target.picture : null;
  }

  /** Returns the target of a link or an embed; null when it has no address. */
  function parseTarget(link: unknown): LinkTarget | null {
    const linked = resolve(link);
    if (!isEntryOrAsset(linked)) return null;
    let target = targets.get(linked);
    if (target === undefined) {
      target = parseAsset(linked) ?? parseEntryTarget(linked);
      targets.set(linked, target);
    }
    return target;
  }

  function parseEntryTarget(entry: EntryOrAsset): LinkTarget | null {
    const type = contentTypeOf(entry);
    if ((type !== 'blogPost' && type !== 'page') || issueOf(type, entry)) return null;
    const { slug, title, excerpt, image } = parseSummary(entry);
    if (type === 'page')
      return { kind: 'link', url: contentPagePath(toText(entry.fields.slug)), title };
    const cut = cutText(plainText(excerpt), CARD_EXCERPT_LENGTH);
    return { kind: 'post', slug, title, excerpt: cut, image };
  }

  /** @returns undefined when nothing is said to search engines alone */
  function parseSeo({ fields }: EntryOrAsset, canonical?: string): PostSeo | undefined {
    const seo: PostSeo = {
      title: toText(fields.seoTitle) || undefined,
      description: toText(fields.seoDescription) || undefined,
      image: parsePicture(fields.shareImage) ?? undefined,
      noindex: fields.noindex === true ? true : undefined,
      canonical,
    };
    return Object.values(seo).some((value) => value !== undefined) ? seo : undefined;
  }

  function parseRelated(entry: EntryOrAsset): PostLink[] {
    return [entry.fields.relatedPosts]
      .flat()
      .slice(0, MAX_RELATED)
      .map(resolve)
      .filter(isEntryOrAsset)
      .filter((linked) => linked !== entry && contentTypeOf(linked) === 'blogPost')
      .filter((linked) => issueOf('blogPost', linked) === null)
      .map(parseSummary)
      .map(({ slug, title, publishedDate }) => ({ slug, title, publishedDate }));
  }

  return { parsePost, parsePage };
}

/** Returns the ending of a page; undefined for a core page without the field, which keeps its own. */
function endingOf({ slug, ending }: EntryOrAsset['fields']): ContentPage['ending'] {
  if (ending === 'Call') return 'Call';
  return isCorePage(toText(slug)) && ending !== 'Form' ? undefined : 'Form';
}

/** Returns a list, or undefined for an empty one, which would only take room. */
const filled = <Item>(list: Item[]): Item[] | undefined => (list.length > 0 ? list : undefined);

/** Returns the group that a page asks to be listed in; undefined for an unknown one. */
function groupOf(value: unknown): PageGroup | undefined {
  const group = toText(value);
  return Object.hasOwn(PAGE_GROUPS, group) ? (group as PageGroup) : undefined;
}

/**
 * Returns the words of a tag's id, which Contentful makes of its first name: `creditHire`. A random
 * id has none.
 */
function humanizeTagId(id: string): string | null {
  if (!/^[\p{L}_-]+$/u.test(id)) return null;
  const words = id.replace(/(?<=\p{Ll})(?=\p{Lu})|[_-]+/gu, ' ').toLowerCase();
  return words.replace(/^./u, (first) => first.toUpperCase());
}
