import { type ReactNode, useContext } from 'react';
import { listPath, type RouteMatch } from '../../shared/addresses.ts';
import { BlogCacheScript } from '../../shared/blog/BlogCacheScript.tsx';
import { PostGrid } from '../../shared/blog/PostGrid.tsx';
import type { PostSummary } from '../../shared/blog/post.ts';
import { BlogContext, type PostList } from '../../shared/blog/reader.ts';
import { SearchField } from '../../shared/blog/SearchField.tsx';
import { tagPath } from '../../shared/blog/tag-addresses.ts';
import { HeadWriterContext } from '../../shared/head/head-writer.tsx';
import { PageLink } from '../../shared/navigation/PageLink.tsx';
import { metadata } from '../../shared/pages/Blogs.tsx';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import { useSite } from '../../shared/site/site-context.ts';
import { Sky } from '../../shared/ui/PageHead.tsx';

/** A page of the blog that looks like its list, and works without scripts. */
function BlogPart({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <>
      <Sky className="page-head page-head--plain">
        <h1 className="h-display">{heading}</h1>
        <p className="lead">
          <PageLink to={listPath()}>See all our posts</PageLink>
        </p>
      </Sky>
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
  const isThere = list.state === 'ready';
  const name = (isThere && list.tags?.[0]?.name) || 'Blog';
  const part = page > 1 ? `, page ${page}` : '';
  const at = (other: number) =>
    isThere && other >= 1 && other <= list.pageCount ? site.url + tagPath(slug, other) : undefined;
  const about = {
    ...metadata,
    title: `${name}: Posts from Our Blog${part}`,
    description: `Our posts about ${name}${part}: news and tips about accident management and vehicle services for drivers and riders in the UK.`,
    keywords: `${name}, ${metadata.keywords}`,
    breadcrumb: name,
  };
  const own = () => ({
    found: isThere,
    canonical: site.url + tagPath(slug, page),
    previous: at(page - 1),
    next: at(page + 1),
  });
  return (
    <>
      <HeadWriter source={{ metadata: about, own }} />
      <BlogPart heading={name}>
        <PostGrid list={list} pathOf={(other) => tagPath(slug, other)} />
      </BlogPart>
    </>
  );
}

interface SearchPageProps {
  typed: string;
  /** The results, the best first; null before a search. */
  found: readonly PostSummary[] | null;
}

/** The results of a search of the blog. */
export function SearchPage({ typed, found }: SearchPageProps) {
  const HeadWriter = useContext(HeadWriterContext);
  return (
    <>
      <HeadWriter source={{ metadata: { ...metadata, title: 'Search Our Blog' } }} />
      <BlogPart heading="Search our blog">
        <SearchField typed={typed} />
        {found && <Found posts={found} typed={typed} />}
      </BlogPart>
    </>
  );
}

function Found({ posts, typed }: { posts: readonly PostSummary[]; typed: string }) {
  const { length } = posts;
  const number = length === BLOG_PAGE_SIZE ? `Top ${length}` : length || 'No';
  const count = length === 1 ? '1 post' : `${number} posts`;
  return (
    <>
      <h2 className="h3 search__found">
        {count} for “{typed}”
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
