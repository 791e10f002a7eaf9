import { Suspense, useContext, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { listPath, matchAddress } from '../addresses.ts';
import { BlogCacheScript } from '../blog/BlogCacheScript.tsx';
import { BlogCard } from '../blog/BlogCard.tsx';
import { Loading } from '../blog/Loading.tsx';
import { BlogContext, type PostList } from '../blog/reader.ts';
import { once, settled } from '../blog/reading.ts';
import type { PageMetadata } from '../head/metadata.ts';
import { BLOGS_PICTURE } from '../head/social-pictures.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { useCompany, useHeading, useSite, useWording } from '../site/site-context.ts';
import { PhoneLink } from '../ui/PhoneLink.tsx';

export const metadata = {
  id: 'blogs',
  title: 'Blog: Accident Management News and Tips',
  description:
    'Stay updated with the latest news, tips, and insights about accident management and vehicle services, for drivers and riders in the UK.',
  keywords:
    'accident management blog, accident advice, vehicle services news, tips for drivers, UK',
  breadcrumb: 'Blogs',
  socialPicture: BLOGS_PICTURE,
} as const satisfies PageMetadata;

/** The blog list, and its later pages under `/blogs/page/{n}`. */
export function Page() {
  const reader = useContext(BlogContext);
  const { samplePosts } = useSite();
  const { h1, lead } = useHeading(
    'blogs',
    'Our Blog',
    'Stay updated with the latest news, tips, and insights about accident management and vehicle services.',
  );
  const { page } = matchAddress(useLocation().pathname);
  const [list] = useState(() => once(() => reader.list(page)));
  return (
    <>
      <div className="blog-head">
        <div className="wrap">
          <h1 className="h-display">{h1}</h1>
          <p className="lead">{lead}</p>
          {samplePosts ? <p>These posts are examples.</p> : null}
        </div>
      </div>
      <div className="section">
        <div className="wrap">
          <Suspense fallback={<LoadingPosts />}>
            <Posts list={list} />
          </Suspense>
        </div>
      </div>
    </>
  );
}

function Posts({ list }: { list: () => PostList | Promise<PostList> }) {
  const result = settled(list());
  return (
    <>
      <Outcome list={result} />
      <BlogCacheScript value={{ list: result }} />
    </>
  );
}

function Outcome({ list }: { list: PostList }) {
  if (list.state === 'unavailable') return <Unavailable />;
  if (list.state === 'missing') {
    return (
      <p className="lead">
        There are not that many pages.{' '}
        <PageLink to={listPath()}>Go to the first page of the blog</PageLink>
      </p>
    );
  }
  if (list.posts.length === 0) {
    return (
      <p className="lead">
        There are no posts yet. <PageLink to="/">Go back home</PageLink>
      </p>
    );
  }
  return (
    <>
      <div className="posts">
        {list.posts.map((post, index) => (
          <BlogCard key={post.id} post={post} first={index === 0} />
        ))}
      </div>
      {list.pageCount > 1 ? <Pager page={list.page} pageCount={list.pageCount} /> : null}
    </>
  );
}

function LoadingPosts() {
  return (
    <>
      <p className="lead">
        <Loading />
      </p>
      <div className="posts posts--loading" aria-hidden="true">
        <div className="card" />
        <div className="card" />
        <div className="card" />
      </div>
    </>
  );
}

/** After a failed fetch the list is empty, but the page must not say that there are no posts. */
function Unavailable() {
  const { phone24h } = useCompany();
  const { anyHour } = useWording();
  return (
    <p className="lead">
      We cannot show our posts just now. Try again in a few minutes. If you need help, call{' '}
      <PhoneLink className="num" phone={phone24h} />
      {anyHour}.
    </p>
  );
}

function Pager({ page, pageCount }: { page: number; pageCount: number }) {
  return (
    <nav className="pager" aria-label="Blog pages">
      {page > 1 ? (
        <PageLink className="btn btn--line" to={listPath(page - 1)} rel="prev">
          Newer posts
        </PageLink>
      ) : null}
      <span>
        Page {page} of {pageCount}
      </span>
      {page < pageCount ? (
        <PageLink className="btn btn--line" to={listPath(page + 1)} rel="next">
          Older posts
        </PageLink>
      ) : null}
    </nav>
  );
}
