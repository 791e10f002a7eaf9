import type { ReactNode } from 'react';

/** Copy in which 'at-fault' and '2–4 weeks' stay on one line: browsers would break them in two. */
export function Words({ children }: { children: string }): ReactNode {
  return children.split(/(\w+[-–]\w+(?:\u00a0\w+)?)/).map((part, index) =>
    index % 2 ? (
      <span className="keep" key={index}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
