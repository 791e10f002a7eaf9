import { postPath } from '../addresses.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { Excerpt } from './Excerpt.tsx';
import { PostDate } from './PostDate.tsx';
import { PictureImage } from './picture/PictureImage.tsx';
import type { PostSummary } from './post.ts';

interface BlogCardProps {
  post: PostSummary;
  /** The first card: its picture is in view on every screen. */
  first: boolean;
}

/** A post in the list. The whole card is clickable by its one link. */
export function BlogCard({ post, first }: BlogCardProps) {
  return (
    <article className="card post-card">
      {post.image ? (
        <PictureImage
          picture={post.image}
          placement="card"
          className="post-card__cover"
          inView={first}
        />
      ) : null}
      <PostDate date={post.publishedDate} />
      <h2 className="h3">{post.title}</h2>
      <Excerpt excerpt={post.excerpt} />
      <PageLink className="arrow" to={postPath(post.slug)} aria-label={`Read More: ${post.title}`}>
        Read More →
      </PageLink>
    </article>
  );
}
