import { useContext } from 'react';
import { listPath } from '../../shared/addresses.ts';
import { PostGrid } from '../../shared/blog/PostGrid.tsx';
import type { PostSummary } from '../../shared/blog/post.ts';
import { SearchField } from '../../shared/blog/SearchField.tsx';
import { standInHead } from '../../shared/head/head.ts';
import { HeadWriterContext } from '../../shared/head/head-writer.ts';
import { metadata } from '../../shared/pages/Blogs.tsx';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import { useSite } from '../../shared/site/site-context.ts';
import { BlogPart } from './BlogPart.tsx';

export interface SearchPageProps {
  typed: string;
  /** The best first; null before anything is looked for. */
  found: readonly PostSummary[] | 'unavailable' | null;
}

/** What a search of the blog found. */
export function SearchPage({ typed, found }: SearchPageProps) {
  const HeadWriter = useContext(HeadWriterContext);
  const head = standInHead({ ...metadata, title: 'Search Our Blog' }, useSite());
  return (
    <>
      <HeadWriter head={head} />
      <BlogPart heading="Search our blog">
        <SearchField typed={typed} />
        {found === 'unavailable' ? (
          <p className="lead">We cannot search just now. Try again in a few minutes.</p>
        ) : found ? (
          <Found posts={found} typed={typed} />
        ) : null}
      </BlogPart>
    </>
  );
}

function Found({ posts, typed }: { posts: readonly PostSummary[]; typed: string }) {
  const { length } = posts;
  const number = length === BLOG_PAGE_SIZE ? `The best ${length}` : length || 'No';
  const count = length === 1 ? 'One post' : `${number} posts`;
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
        <p>Try fewer words, or other ones.</p>
      )}
    </>
  );
}
