import { Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Brand, brandTokens, SURFACES } from '../../config/brand.ts';

/** A mail as it is read, in text and in HTML. */
export interface Letter {
  heading: string;
  paragraphs?: readonly string[];
  /** Named values; a link where a value has one. */
  facts?: readonly (readonly [name: string, value: string, link?: string | null])[];
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

/** Mail programs that know dark pages know style sheets; the others read what the elements say. */
const atNight = (link: string) => `:root { color-scheme: light dark }
@media (max-width: 500px) { .around { padding: 0 !important } .card { border-radius: 0 !important } }
@media (prefers-color-scheme: dark) {
  .page { background: ${SURFACES.night[0]} !important }
  .card { background: ${SURFACES.night[1]} !important }
  .card, .card h1, .card td { color: ${SURFACES.textAtNight} !important }
  .card .quiet { color: ${SURFACES.quietAtNight} !important }
  .card .line { border-color: ${SURFACES.lineAtNight} !important }
  .card .link { color: ${link} !important }
}`;

/** Tables, because Outlook for Windows lays out nothing else. */
function Page({
  letter: { heading, paragraphs = [], facts = [], buttons = [], small = [] },
  company,
  brand,
}: {
  letter: Letter;
  company: string;
  brand: Brand | null;
}) {
  const { primary = SURFACES.primary, accent = SURFACES.accent } = brand ?? {};
  const [link = SURFACES.linkAtNight] = brandTokens({ primary: brand?.primary })['--link'] ?? [];
  const words = { margin: '0 0 16px', fontSize: '16px', lineHeight: '24px' };
  const fine = { margin: '0 0 8px', fontSize: '13px', lineHeight: '20px', color: SURFACES.quiet };
  const table = { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0 };
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>{heading}</title>
        <style dangerouslySetInnerHTML={{ __html: atNight(link) }} />
      </head>
      <body className="page" style={{ margin: 0, background: SURFACES.day[1] }}>
        <table {...table}>
          <tbody>
            <tr>
              <td
                className="around"
                align="center"
                style={{ padding: '24px 12px', fontFamily: FONT }}
              >
                <table
                  {...table}
                  className="card"
                  style={{
                    maxWidth: '600px',
                    background: SURFACES.day[0],
                    borderRadius: '12px',
                    overflow: 'hidden',
                    textAlign: 'left',
                  }}
                >
                  <tbody>
                    <tr>
                      <td
                        style={{
                          padding: '18px 24px',
                          background: primary,
                          borderBottom: `4px solid ${accent}`,
                        }}
                      >
                        <strong style={{ fontSize: '20px', color: SURFACES.day[0] }}>
                          {company}
                        </strong>
                      </td>
                    </tr>
                    <tr>
                      <td style={{ padding: '28px 24px 20px', color: SURFACES.ink }}>
                        <h1 style={{ margin: '0 0 16px', fontSize: '26px', lineHeight: '32px' }}>
                          {heading}
                        </h1>
                        {paragraphs.map((text) => (
                          <p key={text} style={words}>
                            {text}
                          </p>
                        ))}
                        <Buttons {...{ buttons, primary }} />
                        {facts.length > 0 && (
                          <table {...table}>
                            <tbody>
                              {facts.map((fact) => (
                                <Fact key={fact[0]} fact={fact} colour={primary} />
                              ))}
                            </tbody>
                          </table>
                        )}
                      </td>
                    </tr>
                    {small.length > 0 && (
                      <tr>
                        <td
                          className="line"
                          style={{ padding: '16px 24px', borderTop: `1px solid ${SURFACES.line}` }}
                        >
                          {small.map((text) => (
                            <p key={text} className="quiet" style={fine}>
                              {text}
                            </p>
                          ))}
                        </td>
                      </tr>
                    )}
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

function Buttons({ buttons, primary }: Required<Pick<Letter, 'buttons'>> & { primary: string }) {
  const inner = { display: 'inline-block', textDecoration: 'none', fontWeight: 700 };
  return buttons.map(([label, href], index) => {
    const isFirst = index === 0;
    return (
      <p key={href} style={{ margin: '0 0 16px', fontSize: '18px', lineHeight: '24px' }}>
        <a
          className={isFirst ? undefined : 'link'}
          href={href}
          style={
            isFirst
              ? {
                  ...inner,
                  background: primary,
                  color: SURFACES.day[0],
                  borderRadius: '8px',
                  border: `14px solid ${primary}`,
                  borderWidth: '14px 22px',
                }
              : { color: primary, fontWeight: 700 }
          }
        >
          {label}
        </a>
      </p>
    );
  });
}

/** A name above its value, so that the narrowest screen has room for both. */
function Fact({
  fact: [name, value, link],
  colour,
}: {
  fact: NonNullable<Letter['facts']>[number];
  colour: string;
}) {
  const lines = value.split(/\r\n|\r|\n/).map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
  return (
    <tr>
      <td
        className="line"
        style={{
          padding: '10px 0',
          borderTop: `1px solid ${SURFACES.line}`,
          fontSize: '16px',
          lineHeight: '24px',
          wordBreak: 'break-word',
        }}
      >
        <span className="quiet" style={{ fontSize: '13px', color: SURFACES.quiet }}>
          {name}
        </span>
        <br />
        {link ? (
          <a className="link" href={link} style={{ color: colour }}>
            {lines}
          </a>
        ) : (
          lines
        )}
      </td>
    </tr>
  );
}
