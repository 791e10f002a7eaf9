import { cutText } from '../cut-text.ts';
import { DATE_DISPLAY_LENGTH } from '../site/constants.ts';
import { validDate } from './post.ts';

/**
 * A post's date: the first 10 characters of what the editor entered (docs/specification.md, section
 * 3). Nothing when there is none.
 */
export function PostDate({ date }: { date: string }) {
  const shown = cutText(date, DATE_DISPLAY_LENGTH);
  if (!shown) return null;
  return validDate(shown) ? (
    <time className="num" dateTime={shown} dir="ltr">
      {shown}
    </time>
  ) : (
    <span className="num" dir="auto">
      {shown}
    </span>
  );
}
