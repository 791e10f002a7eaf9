import { Icon } from './Icon.tsx';
import { Words } from './Words.tsx';

/** A list of short facts, ticked, without those that are ''. */
export function Ticks({ children }: { children: readonly string[] }) {
  return (
    <ul className="ticks">
      {children.filter(Boolean).map((fact) => (
        <li key={fact}>
          <Icon name="check" />
          <span>
            <Words>{fact}</Words>
          </span>
        </li>
      ))}
    </ul>
  );
}
