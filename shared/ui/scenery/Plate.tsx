import { whole } from '../whole.tsx';
import './plate.css';

interface PlateProps {
  /** A decoration says nothing to those who do not see it. */
  as: 'h1' | 'decoration';
  children: string;
}

/** A UK number plate. */
export function Plate({ as, children }: PlateProps) {
  const Tag = as === 'h1' ? 'h1' : 'div';
  return (
    <Tag className="plate" aria-hidden={as === 'decoration' || undefined}>
      <b>{whole(children)}</b>
    </Tag>
  );
}
