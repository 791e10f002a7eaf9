import type { ReactNode } from 'react';

/** Copy in which a word with a hyphen stays on one line: browsers would break 'at-fault' in two. */
export function Words({ children }: { children: string }): ReactNode {
  return children.split(/(\w+-\w+)/).map((part, index) =>
    index % 2 ? (
      <span className="keep" key={index}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
