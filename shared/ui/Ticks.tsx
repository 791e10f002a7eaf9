import { Icon } from './Icon.tsx';

/** A list of short facts, ticked. */
export function Ticks({ children }: { children: readonly string[] }) {
  return (
    <ul className="ticks">
      {children.map((fact) => (
        <li key={fact}>
          <Icon name="check" />
          <span>{fact}</span>
        </li>
      ))}
    </ul>
  );
}
