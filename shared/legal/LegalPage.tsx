import { Fragment, type ReactNode } from 'react';
import { PageLink } from '../navigation/PageLink.tsx';
import { type HeadedPage, useCompany } from '../site/site-context.ts';
import { MailLink } from '../ui/MailLink.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { PhoneLink } from '../ui/PhoneLink.tsx';
import { Words } from '../ui/Words.tsx';

/** What stands for `{name}` in the text of a page, by name. */
type Parts = Record<string, ReactNode>;

interface LegalPageProps {
  page: HeadedPage;
  title: string;
  lead: string;
  /**
   * Its sections, line by line: `# anchor Heading`, `> the clause in one plain sentence`, then
   * paragraphs, `- points` and `terms:: definitions`. Within a line `**strong**`, `[words](address)`
   * and `{name}`. The company's facts come by name: what an owner writes is never read as markup.
   */
  text: string;
  /** Besides the company's facts. One alone on its line stands between the paragraphs. */
  parts?: Parts;
  /** The date from which it applies, `YYYY-MM-DD`. */
  from?: string | undefined;
  /** Stands in the page head, under the lead. */
  summary?: ReactNode;
  /** What the page ends with, after the numbered sections. */
  children?: ReactNode;
}

/**
 * A page to be read and cited: numbered headings with anchors, and the list of them before the
 * text.
 */
export function LegalPage(props: LegalPageProps) {
  const { page, title, lead, text, from, summary, children } = props;
  const { legalName, headOffice, registeredOffice, ico, phone, email } = useCompany();
  const parts: Parts = {
    ...{ legalName, headOffice, registeredOffice, ico },
    phone: <PhoneLink phone={phone} />,
    email: <MailLink email={email} />,
    ...props.parts,
  };
  const sections = [...text.matchAll(SECTION)].map(([, id, heading, plain, body = '']) => ({
    id,
    heading,
    plain,
    blocks: body.match(BLOCK) ?? [],
  }));
  return (
    <>
      <PageHead page={page} title={title} lead={lead}>
        {from ? (
          <p>
            In force since <time dateTime={from}>{longDate(from)}</time>.
          </p>
        ) : null}
        {summary}
      </PageHead>
      <section className="section legal-page">
        <nav className="legal-page__contents" aria-labelledby="on-this-page">
          <h2 className="h3" id="on-this-page">
            On this page
          </h2>
          <ol>
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal-page__text">
          {sections.map(({ id, heading, plain, blocks }, index) => (
            <section className="prose" key={id}>
              <h2 id={id}>
                {index + 1}. {heading}
              </h2>
              <p className="legal-page__plain">{plain}</p>
              {blocks.map((block) => (
                <Fragment key={block}>{blockOf(block.trim(), parts)}</Fragment>
              ))}
            </section>
          ))}
          {children}
        </div>
      </section>
    </>
  );
}

const SECTION = /^# (\S+) (.+)\n> (.+)\n((?:(?!# ).*\n?)*)/gm;
/** Lines that are points or definitions make one list, across empty ones. */
const BLOCK = /(?:^- .+\n*)+|(?:^.+:: .+\n*)+|^.+$/gm;
const INLINE = /(\{\w+\}|\*\*.+?\*\*|\[.+?\]\(.+?\))/;

function blockOf(block: string, parts: Parts): ReactNode {
  const lines = block.split(/\n+/);
  const only = /^\{(\w+)\}$/.exec(block)?.[1];
  if (only) return parts[only];
  if (block.startsWith('- '))
    return (
      <ul>
        {lines.map((line) => (
          <li key={line}>{inline(line.slice(2), parts)}</li>
        ))}
      </ul>
    );
  if (!block.includes(':: ')) return <p>{inline(block, parts)}</p>;
  const pairs = lines.map((line) => line.split(':: ') as [term: string, definition: string]);
  return (
    <dl>
      {pairs.map(([term, definition]) => (
        <Fragment key={term}>
          <dt>{inline(term, parts)}</dt>
          <dd>{inline(definition, parts)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function inline(text: string, parts: Parts): ReactNode {
  return text.split(INLINE).map((part, index) => {
    const [, words = '', to = ''] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
    if (index % 2 === 0) return <Words key={index}>{part}</Words>;
    if (part.startsWith('{')) return <Fragment key={index}>{parts[part.slice(1, -1)]}</Fragment>;
    if (part.startsWith('*')) return <strong key={index}>{part.slice(2, -2)}</strong>;
    return to.startsWith('/') ? (
      <PageLink to={to} key={index}>
        {words}
      </PageLink>
    ) : (
      <a href={to} key={index}>
        {words}
      </a>
    );
  });
}

const MONTHS =
  'January,February,March,April,May,June,July,August,September,October,November,December'.split(
    ',',
  );

/** '1 May 2026'. By hand, because the first date that `Intl` writes costs a phone 90 ms. */
function longDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return `${day} ${MONTHS[month - 1]} ${year}`;
}
