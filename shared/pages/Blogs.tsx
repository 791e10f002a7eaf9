import { Suspense, useContext, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { BlogCacheScript } from '../blog/BlogCacheScript.tsx';
import { BlogContext, type PostList } from '../blog/blog-client.ts';
import { Loading, readResult } from '../blog/Loading.tsx';
import { PostGrid } from '../blog/PostGrid.tsx';
import { SearchField } from '../blog/SearchField.tsx';
import { TagLinks } from '../blog/TagLinks.tsx';
import { BLOGS_PICTURE, type PageMetadata } from '../head/metadata.ts';
import { listPath, matchPathname } from '../routes.ts';
import { useSite } from '../site/site-context.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import './blogs.css';

export const metadata = {
  id: 'blogs',
  title: 'Blog: Accident Management News and Tips',
  description: ({ motorcycles }) =>
    `Stay updated with the latest news, tips, and insights about accident management and vehicle services, for drivers${motorcycles ? ' and riders' : ''} in the UK.`,
  keywords:
    'accident management blog, accident advice, vehicle services news, tips for drivers, UK',
  breadcrumb: 'Blogs',
  ...BLOGS_PICTURE,
} as const satisfies PageMetadata;

/** The blog list, and its later pages under `/blogs/page/{n}`. */
export function Page() {
  const blogClient = useContext(BlogContext);
  const { samplePosts } = useSite();
  const { page } = matchPathname(useLocation().pathname);
  // Kept as state: a re-render meets the same promise and does not repeat a reading that failed.
  const [list] = useState(() => blogClient.list(page));
  return (
    <>
      <PageHead
        page={metadata.id}
        title="Our Blog"
        lead="Stay updated with the latest news, tips, and insights about accident management and vehicle services."
        art={
          <>
            <Vehicle name="van" paint="c" />
            <Vehicle name="taxi" paint="d" />
          </>
        }
      >
        {samplePosts ? <p>These posts are examples.</p> : null}
      </PageHead>
      <section className="section">
        <Suspense
          fallback={
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
          }
        >
          <Posts list={list} page={page} />
        </Suspense>
      </section>
    </>
  );
}

interface PostsProps {
  list: PostList | Promise<PostList>;
  page: number;
}

function Posts({ list, page }: PostsProps) {
  const result = readResult(list);
  return (
    <>
      {result.state === 'ready' && result.search ? <SearchField /> : null}
      {result.state === 'ready' && result.tags ? <TagLinks tags={result.tags} /> : null}
      <PostGrid list={result} pathOf={listPath} leads={page === 1} />
      <BlogCacheScript value={{ list: result }} />
    </>
  );
}
