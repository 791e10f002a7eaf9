import type { ReactNode } from 'react';
import type { PageWithHeading } from '../site/site-context.ts';
import { PageHead } from '../ui/PageHead.tsx';
import './legal-page.css';

/** A numbered section of a legal page. */
export interface Clause {
  /** The anchor, which stays because other pages link to it. */
  id: string;
  heading: string;
  /** The clause in one plain sentence. */
  plain: string;
  text: ReactNode;
}

interface LegalPageProps {
  page: PageWithHeading;
  title: string;
  lead: string;
  clauses: readonly Clause[];
  /** The date from which it applies, `YYYY-MM-DD`. */
  from?: string | undefined;
  /** Stands in the page head, under the lead. */
  summary?: ReactNode;
  /** Content after the clauses. */
  children?: ReactNode;
}

/**
 * A page to be read and cited: numbered headings with anchors, and the list of them before the
 * text.
 */
export function LegalPage({ page, title, lead, clauses, from, summary, children }: LegalPageProps) {
  return (
    <>
      <PageHead page={page} title={title} lead={lead}>
        {from ? (
          <p>
            In force since{' '}
            <time dateTime={from} dir="auto">
              {formatDate(from)}
            </time>
            .
          </p>
        ) : null}
        {summary}
      </PageHead>
      <section className="section legal-page">
        <nav className="legal-page__contents sticky" aria-labelledby="on-this-page">
          <h2 className="h3" id="on-this-page">
            On this page
          </h2>
          <ol>
            {clauses.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal-page__text">
          {clauses.map(({ id, heading, plain, text }, index) => (
            <section className="prose" key={id}>
              <h2 id={id}>
                {index + 1}. {heading}
              </h2>
              <p className="legal-page__plain">{plain}</p>
              {text}
            </section>
          ))}
          {children}
        </div>
      </section>
    </>
  );
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Returns a date such as '1 May 2026'. Not by `Intl`, whose first date costs a phone 90 ms. */
function formatDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return `${day} ${MONTHS[month - 1]} ${year}`;
}
