import { PageLink } from '../navigation/PageLink.tsx';
import { listPath } from '../routes.ts';
import { useCompany, useWording } from '../site/site-context.ts';
import { PhoneLink } from '../ui/PhoneLink.tsx';
import { BlogCard } from './BlogCard.tsx';
import type { PostList } from './blog-client.ts';

interface PostGridProps {
  list: PostList;
  /** Returns the path of a page of the list. */
  pathOf: (page: number) => string;
  /** True when the newest post stands above the others. */
  leads?: boolean;
}

/** A page of a list of posts, or the reason why there is none. */
export function PostGrid({ list, pathOf, leads = false }: PostGridProps) {
  const { phone24h } = useCompany();
  const { dayAndNight } = useWording();
  // After a failed fetch the list is empty, but the page must not say that there are no posts.
  if (list.state === 'unavailable') {
    return (
      <p className="lead">
        We cannot show our posts at the moment. Please try again in a few minutes. If you need help
        now, call <PhoneLink phone={phone24h} />
        {dayAndNight ? ' at any hour.' : '.'}
      </p>
    );
  }
  if (list.state === 'missing') {
    return (
      <p className="lead">
        That page does not exist.{' '}
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
  const { page, pageCount } = list;
  return (
    <>
      <div className="posts">
        {list.posts.map((post, place) => (
          <BlogCard key={post.id} post={post} place={place} leads={leads && place === 0} />
        ))}
      </div>
      {pageCount > 1 ? (
        <nav className="pager" aria-label="Blog pages">
          {page > 1 ? (
            <PageLink className="btn btn--line" to={pathOf(page - 1)} rel="prev">
              Newer posts
            </PageLink>
          ) : null}
          <span>
            Page {page} of {pageCount}
          </span>
          {page < pageCount ? (
            <PageLink className="btn btn--line" to={pathOf(page + 1)} rel="next">
              Older posts
            </PageLink>
          ) : null}
        </nav>
      ) : null}
    </>
  );
}
