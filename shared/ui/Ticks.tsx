import { Icon } from './Icon.tsx';
import './ticks.css';

/** A list of short facts, ticked, without those that are ''. */
export function Ticks({ children }: { children: readonly string[] }) {
  return (
    <ul className="ticks">
      {children.filter(Boolean).map((fact) => (
        <li key={fact}>
          <Icon name="check" />
          <span>{fact}</span>
        </li>
      ))}
    </ul>
  );
}
