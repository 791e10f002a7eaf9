import type { ReactNode } from 'react';

/** Text in which no line breaks: a number and its unit, a word with a hyphen. */
const WHOLE =
  /(\d+ (?:minutes?|hours?|days?|weeks?|months?|years?)\b|\b(?:at|non?|up|private|24)-[a-z]+\b)/i;

/** Returns a text in which no line ends where it must not. */
export function whole(text: string): ReactNode {
  if (!WHOLE.test(text)) return text;
  return text.split(WHOLE).map((part, place) =>
    place % 2 ? (
      <span className="keep" key={place}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
