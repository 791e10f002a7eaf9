/**
 * Text in which each code point is one character as people count them: Latin letters and their
 * punctuation.
 */
const PLAIN = /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u20a0-\u20bf]*$/;

let clusters: Intl.Segmenter | undefined;

/**
 * Returns the beginning of a text, at most so many characters (Unicode code points) long. It never
 * ends within what a reader sees as one character, such as an emoji or a letter with its accents
 * (grapheme clusters, UAX #29), unless that alone is longer.
 */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return wellFormed(text);
  const beginning = text.slice(0, limit + 1);
  if (PLAIN.test(beginning)) return beginning.slice(0, limit);
  const whole = wellFormed(text);
  // Firefox has it from version 125 on.
  if (!('Segmenter' in Intl)) return [...whole].slice(0, limit).join('');
  // Made for the first text that needs it: a phone takes long for it.
  clusters ??= new Intl.Segmenter('en-GB');
  let length = 0;
  for (const { segment, index } of clusters.segment(whole)) {
    length += [...segment].length;
    if (length > limit) return whole.slice(0, index) || [...segment].slice(0, limit).join('');
  }
  return whole;
}

/** Returns a text with U+FFFD for each half of a character, as a page has it once it is sent. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}
