import type { PostTag } from './post.ts';
import { tagPath } from './tag-routes.ts';
import './tag-links.css';

/** Tags as links to their posts, which are pages without scripts: each is a load. */
export function TagLinks({ tags }: { tags: readonly PostTag[] }) {
  return (
    <ul className="tags" aria-label="Tags">
      {tags.map(({ slug, name }) => (
        <li key={slug}>
          <a href={tagPath(slug)}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
