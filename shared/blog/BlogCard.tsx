import { PageLink } from '../navigation/PageLink.tsx';
import { postPath } from '../routes.ts';
import { Scene } from '../ui/scenery/Scene.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import { whole } from '../ui/whole.tsx';
import { Excerpt } from './Excerpt.tsx';
import { PostDate } from './PostDate.tsx';
import { PictureImage } from './picture/PictureImage.tsx';
import type { PostSummary } from './post.ts';
import '../ui/card.css';
import './blog-card.css';

/** Drawings for posts without a picture, by their words. A post without a match has a car. */
const ILLUSTRATIONS = [
  [/taxi|private.hire|cab\b/i, 'taxi'],
  [/motor.?c|bike|rider/i, 'bike'],
  [/\bvans?\b|trade/i, 'van'],
  [/minibus/i, 'minibus'],
  [/recover|tow/i, 'recovery'],
  [/repair|damage|inspect/i, 'damaged'],
] as const;

/** Returns the drawing of the first tag that names one, then of the title. */
function illustrationFor({ tags = [], title }: PostSummary) {
  const drawn = [...tags, title].map(
    (text) => ILLUSTRATIONS.find(([words]) => words.test(text))?.[1],
  );
  return drawn.find(Boolean) ?? 'hatch';
}

const PAINTS = ['b', 'e', 'a', 'c', 'd'] as const;

interface BlogCardProps {
  post: PostSummary;
  /**
   * The index in its list. The first picture is in view at once, and no two neighbouring drawings
   * are alike.
   */
  place: number;
  /** True for the card that is as wide as the page. */
  leads: boolean;
}

/** A post in the list, clickable by its one link. */
export function BlogCard({ post, place, leads }: BlogCardProps) {
  return (
    <article className={leads ? 'card post-card post-card--lead' : 'card post-card'}>
      {post.image ? (
        <PictureImage
          picture={post.image}
          placement={leads ? 'lead' : 'card'}
          className="post-card__cover"
          inView={place === 0}
        />
      ) : (
        <Scene className="post-card__cover">
          <Vehicle name={illustrationFor(post)} paint={PAINTS[place % PAINTS.length]} />
        </Scene>
      )}
      <PostDate date={post.publishedDate} />
      <h2 className="h3">{whole(post.title)}</h2>
      <Excerpt excerpt={post.excerpt} />
      <PageLink className="arrow" to={postPath(post.slug)} aria-label={`Read More: ${post.title}`}>
        Read More →
      </PageLink>
    </article>
  );
}
