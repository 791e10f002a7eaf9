import { Suspense, useContext, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { BlogCacheScript } from '../blog/BlogCacheScript.tsx';
import { BlogContext, type PostResult } from '../blog/blog-client.ts';
import { DraftNote } from '../blog/DraftNote.tsx';
import { Loading, readResult } from '../blog/Loading.tsx';
import { PostDate } from '../blog/PostDate.tsx';
import { PictureImage } from '../blog/picture/PictureImage.tsx';
import { plainText } from '../blog/plain-text.ts';
import type { Post, RichText as RichTextDocument } from '../blog/post.ts';
import { RichText, withLineBreaks } from '../blog/rich-text/RichText.tsx';
import { TagLinks } from '../blog/TagLinks.tsx';
import { BLOGS_PICTURE, type PageMetadata } from '../head/metadata.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { listPath, matchPathname, postPath } from '../routes.ts';
import { useSite } from '../site/site-context.ts';
import { CallButton } from '../ui/CallButton.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageBanner } from '../ui/PageHead.tsx';
import './blog-post.css';

export const metadata = {
  id: 'blog-post',
  title: 'Blog Post',
  description:
    'A post from our blog: news, tips and insights about accident management and vehicle services for people in non-fault road accidents.',
  keywords: 'accident management, vehicle services, blog post, non-fault accident',
  breadcrumb: 'Blog Post',
  ...BLOGS_PICTURE,
} as const satisfies PageMetadata;

interface PostProps {
  post: PostResult | Promise<PostResult>;
}

/**
 * One post. The heading is there from the start and only its text waits, so that the focus stays on
 * it after a link was followed. A post that is not found leaves the page in 'Loading...'
 * (docs/specification.md, section 3).
 */
export function Page() {
  const blogClient = useContext(BlogContext);
  const { slug } = matchPathname(useLocation().pathname);
  // Kept as state: a re-render meets the same promise and does not repeat a reading that failed.
  const [post] = useState(() => blogClient.post(slug));
  return (
    <article className="post">
      {'draft' in post && post.draft ? <DraftNote issues={post.draft.issues} /> : null}
      <PageBanner className="page-head post__head">
        <div>
          <PageLink className="post__back" to={listPath()}>
            <Icon name="arrow-left" />
            All posts
          </PageLink>
          <h1>
            <Suspense fallback={<Loading />}>
              <Title post={post} />
            </Suspense>
          </h1>
          <Suspense>
            <Meta post={post} />
          </Suspense>
        </div>
        <Suspense fallback={<div className="post__cover" />}>
          <Cover post={post} />
        </Suspense>
      </PageBanner>
      <div className="section post__body">
        <Suspense>
          <Body post={post} />
        </Suspense>
      </div>
      <aside className="post__call" aria-label="Contact us">
        <div className="wrap">
          <div>
            <h2 className="h2">Need Help with Your Vehicle?</h2>
            <p>
              Contact us today for professional accident management and vehicle repair services.
            </p>
          </div>
          <div className="actions">
            <CallButton />
            <PageLink className="btn btn--line btn--lg" to="/contact">
              Get Quote
            </PageLink>
          </div>
        </div>
      </aside>
    </article>
  );
}

function Title({ post }: PostProps) {
  const result = readResult(post);
  if (result.state === 'gone') return 'This post has been taken down';
  return result.state === 'ready' ? result.post.title : <Loading />;
}

/** One line: the byline, how long it takes to read, and whether it is a sample. */
function Meta({ post }: PostProps) {
  const { samplePosts } = useSite();
  const result = readResult(post);
  if (result.state !== 'ready') return null;
  const { author, publishedDate, content } = result.post;
  return (
    <p className="post__meta">
      <Byline author={author} date={publishedDate} />
      {content ? <span>{readingMinutes(content)} min read</span> : null}
      {samplePosts ? <span>This post is an example.</span> : null}
    </p>
  );
}

/** The picture under the title. */
function Cover({ post }: PostProps) {
  const result = readResult(post);
  if (result.state !== 'ready' || !result.post.image) return null;
  return (
    <PictureImage picture={result.post.image} placement="cover" className="post__cover" inView />
  );
}

/** The messages for a post that cannot be shown. */
const NOT_SHOWN = {
  missing: 'This post may have moved or been taken down.',
  gone: 'We no longer publish it.',
  unavailable: 'We cannot show this post at the moment.',
};

function Body({ post }: PostProps) {
  const result = readResult(post);
  return (
    <>
      {result.state === 'ready' ? (
        <PostBody post={result.post} />
      ) : (
        <p>
          {NOT_SHOWN[result.state]} <PageLink to={listPath()}>See all our posts</PageLink>
        </p>
      )}
      <BlogCacheScript value={{ post: result }} />
    </>
  );
}

function PostBody({ post }: { post: Post }) {
  return (
    <>
      <div className="rich">
        {post.content ? <RichText document={post.content} /> : null}
        {!post.content && typeof post.excerpt === 'string' ? (
          <p>{withLineBreaks(post.excerpt)}</p>
        ) : null}
      </div>
      <div className="post__more sticky">
        {post.next?.length ? (
          <section aria-labelledby="next-to-read">
            <h2 className="h3" id="next-to-read">
              Read next
            </h2>
            <ul className="post__links">
              {post.next.map(({ slug, title, publishedDate }) => (
                <li key={slug}>
                  <PageLink to={postPath(slug)}>{title}</PageLink>
                  <PostDate date={publishedDate} />
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {post.tagPages ? <TagLinks tags={post.tagPages} /> : null}
      </div>
    </>
  );
}

/**
 * Author, bullet, date. A post without one of them has no stray bullet, one without both has no
 * byline.
 */
function Byline({ author, date }: { author: string | null; date: string }) {
  if (!author && !date) return null;
  return (
    <span className="post__byline">
      {author}
      {author && date ? ' • ' : null}
      <PostDate date={date} />
    </span>
  );
}

/**
 * Silent reading speed of adults in English (Brysbaert 2019 finds 238; tables and lists take
 * longer).
 */
const WORDS_PER_MINUTE = 220;

/** Returns whole minutes, at least 1. */
function readingMinutes(content: RichTextDocument): number {
  const words = plainText(content).split(' ').filter(Boolean).length;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
}
