import type { ReactNode } from 'react';
import type { Question } from '../content/faq.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { Disclosures } from '../ui/Disclosures.tsx';
import { whole } from '../ui/whole.tsx';

/**
 * An accordion of the browser's own: `name` keeps one item open at a time, and it may be closed
 * again. What a visitor opened before hydration stays open, hence the suppressed warning.
 */
export function QuestionList({ questions }: { questions: readonly Question[] }) {
  return (
    <Disclosures>
      {questions.map(({ question, answer }) => (
        <details name="faq" key={question} suppressHydrationWarning>
          <summary>
            <span>{whole(question)}</span>
          </summary>
          <p>{linkPageNames(answer)}</p>
        </details>
      ))}
    </Disclosures>
  );
}

/** The pages that an answer may name: a name in small letters, with hyphens, is the address. */
const NAMED_PAGE = /((?:Accident|Bodyshop repairs|Contact|Credit hire) page)/;

export function linkPageNames(answer: string): ReactNode[] {
  return answer.split(NAMED_PAGE).map((part, place) =>
    place % 2 ? (
      <PageLink to={`/${part.slice(0, -5).toLowerCase().replace(' ', '-')}`} key={place}>
        {part}
      </PageLink>
    ) : (
      whole(part)
    ),
  );
}
