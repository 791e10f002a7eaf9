import { Road } from './scenery/Road.tsx';
import { whole } from './whole.tsx';

interface StepsProps {
  steps: readonly { heading: string; text: string }[];
  className?: string;
}

/** Events one after the other, in words along a road. */
export function Steps({ steps, className }: StepsProps) {
  return (
    <Road className={className}>
      {steps.map(({ heading, text }) => (
        <li key={heading}>
          <div>
            <h3>{whole(heading)}</h3>
            <p>{whole(text)}</p>
          </div>
        </li>
      ))}
    </Road>
  );
}
