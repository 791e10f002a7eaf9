import { Icon } from './Icon.tsx';
import { whole } from './whole.tsx';
import './check-list.css';

/** A list of short facts, ticked, without those that are ''. */
export function CheckList({ children }: { children: readonly string[] }) {
  const facts = children.filter(Boolean);
  if (facts.length === 0) return null;
  return (
    <ul className="ticks">
      {facts.map((fact) => (
        <li key={fact}>
          <Icon name="check" />
          <span>{whole(fact)}</span>
        </li>
      ))}
    </ul>
  );
}
