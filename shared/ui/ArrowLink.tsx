import { PageLink } from '../navigation/PageLink.tsx';
import { Icon } from './Icon.tsx';

/**
 * A link on a line of its own. Its arrow is kept with the last word, so that it never stands alone
 * on a line.
 */
export function ArrowLink({ to, children }: { to: string; children: string }) {
  const lastWord = children.lastIndexOf(' ') + 1;
  return (
    <PageLink className="arrow" to={to}>
      {children.slice(0, lastWord)}
      <span className="arrow__end">
        {children.slice(lastWord)}
        <Icon name="arrow-right" />
      </span>
    </PageLink>
  );
}
