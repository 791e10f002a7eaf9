import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Brand, brandTokens, SURFACES } from '../../config/brand.ts';
import type { Fact } from '../staff-words.ts';

/** A mail as it is read, in text and in HTML. */
export interface Letter {
  heading: string;
  paragraphs?: readonly string[];
  facts?: readonly Fact[];
  /** What to do next. In text only web addresses are of use. */
  buttons?: readonly (readonly [label: string, link: string])[];
  small?: readonly string[];
}

/** The bodies of a mail. The text has no heading: the subject says it. */
export function written(letter: Letter, company: string, brand: Brand | null) {
  const { paragraphs = [], facts = [], buttons = [], small = [] } = letter;
  const lines = [...facts, ...buttons.filter(([, link]) => link.startsWith('http'))];
  const text = [
    ...paragraphs,
    lines.map(([name, value]) => `${name}: ${value}`).join('\n'),
    ...small,
  ];
  const html = renderToStaticMarkup(<Page {...{ letter, company, brand }} />);
  return {
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    html: `<!DOCTYPE html>${html}`,
  };
}

const FONT = "'Public Sans', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const TABLE = { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0 };

/** Mail programs that know dark pages know style sheets; the others read what the elements say. */
const atNight = (link: string) => `:root { color-scheme: light dark }
@media (max-width: 500px) { .page { padding: 0 !important } .card { border-radius: 0 !important } }
@media (prefers-color-scheme: dark) {
  .page { background: ${SURFACES.night[0]} !important }
  .card { background: ${SURFACES.night[1]} !important }
  .card, .card h1, .card td { color: ${SURFACES.textAtNight} !important }
  .card .quiet { color: ${SURFACES.quietAtNight} !important }
  .card .line { border-color: ${SURFACES.lineAtNight} !important }
  .card .link { color: ${link} !important }
}`;

/** @param size and line in pixels */
const type = (size: number, line: number, below = 16): CSSProperties => ({
  margin: `0 0 ${below}px`,
  fontSize: `${size}px`,
  lineHeight: `${line}px`,
});

/** Tables, because Outlook for Windows lays out nothing else. */
function Page(parts: { letter: Letter; company: string; brand: Brand | null }) {
  const { letter, company, brand } = parts;
  const { heading, paragraphs = [], facts = [], buttons = [], small = [] } = letter;
  const { primary = SURFACES.primary, accent = SURFACES.accent } = brand ?? {};
  const [link = SURFACES.linkAtNight] = brandTokens({ primary: brand?.primary })['--link'] ?? [];
  const page = { margin: 0, padding: '24px 12px', background: SURFACES.day[1] };
  const card = { maxWidth: '600px', background: SURFACES.day[0], borderRadius: '12px' };
  const band = { padding: '18px 24px', background: primary, borderBottom: `4px solid ${accent}` };
  const line = `1px solid ${SURFACES.line}`;
  const filled: CSSProperties = {
    ...{ display: 'inline-block', textDecoration: 'none', borderRadius: '8px' },
    ...{ background: primary, color: SURFACES.day[0] },
    ...{ border: `14px solid ${primary}`, borderWidth: '14px 22px' },
  };
  const linked = { className: 'link', style: { color: primary } };
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>{heading}</title>
        <style dangerouslySetInnerHTML={{ __html: atNight(link) }} />
      </head>
      <body className="page" style={page}>
        <table {...TABLE} align="center" className="card" style={{ ...card, overflow: 'hidden' }}>
          <tbody>
            <Row style={band}>
              <strong style={{ fontSize: '20px', color: SURFACES.day[0] }}>{company}</strong>
            </Row>
            <Row style={{ padding: '28px 24px 20px', color: SURFACES.ink }}>
              <h1 style={type(26, 32)}>{heading}</h1>
              {paragraphs.map((text) => (
                <p key={text} style={type(16, 24)}>
                  {text}
                </p>
              ))}
              {buttons.map(([label, href], index) => (
                <p key={href} style={{ ...type(18, 24), fontWeight: 700 }}>
                  <a href={href} {...(index === 0 ? { style: filled } : linked)}>
                    {label}
                  </a>
                </p>
              ))}
              <table {...TABLE}>
                <tbody>
                  {facts.map(([name, value, href]) => (
                    <Row
                      key={name}
                      className="line"
                      style={{ ...type(16, 24), padding: '10px 0', borderTop: line }}
                    >
                      <span className="quiet" style={{ fontSize: '13px', color: SURFACES.quiet }}>
                        {name}
                      </span>
                      <br />
                      {href ? (
                        <a href={href} {...linked}>
                          {value}
                        </a>
                      ) : (
                        linesOf(value)
                      )}
                    </Row>
                  ))}
                </tbody>
              </table>
            </Row>
            {small.length > 0 && (
              <Row className="line" style={{ padding: '16px 24px', borderTop: line }}>
                {small.map((text) => (
                  <p
                    key={text}
                    className="quiet"
                    style={{ ...type(13, 20, 8), color: SURFACES.quiet }}
                  >
                    {text}
                  </p>
                ))}
              </Row>
            )}
          </tbody>
        </table>
      </body>
    </html>
  );
}

const Row = (row: { children: ReactNode; className?: string; style: CSSProperties }) => (
  <tr>
    <td
      className={row.className}
      style={{ fontFamily: FONT, wordBreak: 'break-word', ...row.style }}
    >
      {row.children}
    </td>
  </tr>
);

/** Each line of a value on its own: what was typed may have several. */
const linesOf = (value: string) =>
  value.split(/\r\n|\r|\n/).map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
