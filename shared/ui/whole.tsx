import type { ReactNode } from 'react';

/** A number of several groups: a range, a date, a time, a phone number, a reference. */
const GROUPED = /\b(?:[A-Z]{2}[ \u00a0])?\d+(?:[ \u00a0–.,/:-]\d+)+/;

const HYPHENATED = /\b(?:[Aa]t|[Nn]on?|[Uu]p|[Pp]rivate|24)-[a-z]+\b/;
const UNIT = /[ \u00a0](?:minutes?|hours?|days?|weeks?|months?|years?|hrs?|wks?)\b/;

/**
 * Text in which no line breaks: a number with its groups and its unit, a word with a hyphen. Longer
 * numbers than phone numbers may break.
 */
const WHOLE = new RegExp(
  `(${HYPHENATED.source}|(?:${GROUPED.source}|\\b\\d+)${UNIT.source}|${GROUPED.source})`,
);
const MAX_UNBROKEN_LENGTH = 20;

/**
 * Returns a text in which no line ends where it must not, and whose numbers keep their order in a
 * page that a translator has turned to right-to-left.
 */
export function whole(text: string): ReactNode {
  if (!WHOLE.test(text)) return text;
  return text.split(WHOLE).map((part, place) => {
    if (place % 2 === 0) return part;
    const [number = ''] = GROUPED.exec(part) ?? [];
    const isUnbroken = part.length <= MAX_UNBROKEN_LENGTH;
    if (number === part)
      return (
        <bdi className={isUnbroken ? 'keep' : undefined} key={place}>
          {part}
        </bdi>
      );
    return (
      <span className={isUnbroken ? 'keep' : undefined} key={place}>
        {number ? <bdi>{number}</bdi> : null}
        {part.slice(number.length)}
      </span>
    );
  });
}
