import { type ReactNode, useContext } from 'react';
import { BlogCacheScript } from '../../shared/blog/BlogCacheScript.tsx';
import { BlogContext, type PostList } from '../../shared/blog/blog-client.ts';
import { PostGrid } from '../../shared/blog/PostGrid.tsx';
import type { PostSummary } from '../../shared/blog/post.ts';
import { SearchField } from '../../shared/blog/SearchField.tsx';
import { tagPath } from '../../shared/blog/tag-routes.ts';
import { HeadWriterContext } from '../../shared/head/route-head.tsx';
import { PageLink } from '../../shared/navigation/PageLink.tsx';
import { metadata } from '../../shared/pages/Blogs.tsx';
import { listPath, type RouteMatch } from '../../shared/routes.ts';
import type { Wording } from '../../shared/site/claims.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import { useSite } from '../../shared/site/site-context.ts';
import { PageBanner } from '../../shared/ui/PageHead.tsx';

/** A page of the blog that looks like its list, and works without scripts. */
function BlogPageLayout({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <>
      <PageBanner className="page-head page-head--plain">
        <h1 className="h-display">{heading}</h1>
        <p className="lead">
          <PageLink to={listPath()}>See all our posts</PageLink>
        </p>
      </PageBanner>
      <section className="section">
        {children}
        <BlogCacheScript value={{}} />
      </section>
    </>
  );
}

/** The posts of a tag. */
export function TagPage({ match: { slug, page } }: { match: RouteMatch }) {
  const site = useSite();
  const HeadWriter = useContext(HeadWriterContext);
  const list = useContext(BlogContext).list(page) as PostList;
  const isReady = list.state === 'ready';
  const name = (isReady && list.tags?.[0]?.name) || 'Blog';
  const part = page > 1 ? `, page ${page}` : '';
  const pageUrl = (other: number) =>
    isReady && other >= 1 && other <= list.pageCount ? site.url + tagPath(slug, other) : undefined;
  const about = {
    ...metadata,
    title: `${name}: Posts from Our Blog${part}`,
    description: ({ motorcycles }: Wording) =>
      `Our posts about ${name}${part}: news and tips about accident management and vehicle services for drivers${motorcycles ? ' and riders' : ''} in the UK.`,
    keywords: `${name}, ${metadata.keywords}`,
    breadcrumb: name,
  };
  const own = () => ({
    found: isReady,
    canonical: site.url + tagPath(slug, page),
    previous: pageUrl(page - 1),
    next: pageUrl(page + 1),
  });
  return (
    <>
      <HeadWriter source={{ metadata: about, own }} />
      <BlogPageLayout heading={name}>
        <PostGrid list={list} pathOf={(other) => tagPath(slug, other)} />
      </BlogPageLayout>
    </>
  );
}

interface SearchPageProps {
  query: string;
  /** The results, the best first; null before a search. */
  results: readonly PostSummary[] | null;
}

/** The results of a search of the blog. */
export function SearchPage({ query, results }: SearchPageProps) {
  const HeadWriter = useContext(HeadWriterContext);
  return (
    <>
      <HeadWriter source={{ metadata: { ...metadata, title: 'Search Our Blog' } }} />
      <BlogPageLayout heading="Search our blog">
        <SearchField query={query} />
        {results && <SearchResults posts={results} query={query} />}
      </BlogPageLayout>
    </>
  );
}

function SearchResults({ posts, query }: { posts: readonly PostSummary[]; query: string }) {
  const { length } = posts;
  const number = length === BLOG_PAGE_SIZE ? `Top ${length}` : length || 'No';
  const count = length === 1 ? '1 post' : `${number} posts`;
  return (
    <>
      <h2 className="h3 search__found">
        {count} for “{query}”
      </h2>
      {length > 0 ? (
        <PostGrid
          list={{ state: 'ready', posts: [...posts], page: 1, pageCount: 1 }}
          pathOf={listPath}
        />
      ) : (
        <p>Try fewer words, or different ones.</p>
      )}
    </>
  );
}
