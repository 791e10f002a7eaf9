import { Icon } from './Icon.tsx';
import { Words } from './Words.tsx';

/** A list of short facts, ticked. */
export function Ticks({ children }: { children: readonly string[] }) {
  return (
    <ul className="ticks">
      {children.map((fact) => (
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
