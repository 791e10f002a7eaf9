import type { ReactNode } from 'react';
import { FAQ } from '../content/faq.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { useSite } from '../site/site-context.ts';
import { Disclosures } from '../ui/Disclosures.tsx';
import { PhoneLink } from '../ui/PhoneLink.tsx';

/**
 * An accordion of the browser's own: `name` keeps one item open at a time, and it may be closed
 * again. What a visitor opened before hydration stays open, hence the suppressed warning.
 */
export function Faq() {
  const { company, faq = FAQ } = useSite();
  return (
    <section className="section tint" id="faq" aria-labelledby="faq-heading">
      <div className="wrap split">
        <div className="sticky">
          <h2 className="h2" id="faq-heading">
            Questions people ask us first
          </h2>
          <div className="panel-call">
            <p>Not here? Ask a person, at any hour.</p>
            <PhoneLink className="num" phone={company.phone24h} />
          </div>
        </div>
        <Disclosures>
          {faq.map(({ question, answer }, index) => (
            <details name="faq" key={question} open={index === 0} suppressHydrationWarning>
              <summary>{question}</summary>
              <p>{withLinks(answer)}</p>
            </details>
          ))}
        </Disclosures>
      </div>
    </section>
  );
}

/** The pages that an answer may name, in the words that become the link. */
const NAMED_PAGES: Partial<Record<string, string>> = {
  'Accident page': '/accident',
  'Bodyshop repairs page': '/bodyshop-repairs',
  'Contact page': '/contact',
  'Credit hire page': '/credit-hire',
};
const NAMES = new RegExp(`(${Object.keys(NAMED_PAGES).join('|')})`);

function withLinks(answer: string): ReactNode[] {
  return answer.split(NAMES).map((part) => {
    const path = NAMED_PAGES[part];
    return path ? (
      <PageLink to={path} key={part}>
        {part}
      </PageLink>
    ) : (
      part
    );
  });
}
