import type { CSSProperties } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { LabelledValue } from '../describe-callback.ts';

/** A text, or a link in a paragraph. Plain text shows the words of the link alone. */
type Inline = string | { text: string; href: string };

/** The content of a mail, from which both of its bodies are made. */
export interface MailContent {
  /** The heading of the HTML body. */
  title: string;
  facts?: readonly LabelledValue[];
  paragraphs?: readonly (readonly Inline[])[];
  /** `label` introduces the address in plain text; without one the button is in HTML alone. */
  button?: { text: string; href: string; label?: string } | null;
}

/** Formats a mail as plain text and as HTML. */
export const toMailBodies = (content: MailContent) => ({
  text: formatPlainText(content),
  html: `<!DOCTYPE html>${renderToStaticMarkup(<MailBody {...content} />)}`,
});

function formatPlainText({ facts = [], paragraphs = [], button }: MailContent): string {
  const lines = facts.map(([name, value, _href, remark]) =>
    remark ? `${name}: ${value} (${remark})` : `${name}: ${value}`,
  );
  if (button?.label) lines.push(`${button.label}: ${button.href}`);
  const texts = paragraphs.map((parts) =>
    parts.map((part) => (typeof part === 'string' ? part : part.text)).join(''),
  );
  return `${[...(lines.length > 0 ? [lines.join('\n')] : []), ...texts].join('\n\n')}\n`;
}

// Text and background are the mail program's own, so that both of its themes are readable.
const BODY: CSSProperties = {
  margin: '0',
  padding: '24px 16px',
  fontFamily: 'Arial, Helvetica, sans-serif',
  fontSize: '16px',
  lineHeight: '1.5',
};
const CONTENT: CSSProperties = { maxWidth: '560px', margin: '0 auto' };
const TITLE: CSSProperties = { margin: '0 0 16px', fontSize: '22px', lineHeight: '1.25' };
const TABLE: CSSProperties = { width: '100%', borderCollapse: 'collapse' };
const CELL: CSSProperties = {
  padding: '8px 16px 8px 0',
  borderTop: '1px solid #8a9a92',
  textAlign: 'left',
  verticalAlign: 'top',
};
const NAME: CSSProperties = { ...CELL, width: '30%', fontWeight: 'normal' };
const VALUE: CSSProperties = { ...CELL, fontWeight: 'bold', wordBreak: 'break-word' };
const LINK: CSSProperties = { color: 'inherit', textDecoration: 'underline' };
const BUTTON: CSSProperties = {
  display: 'inline-block',
  padding: '14px 24px',
  background: '#00573f',
  border: '2px solid #ffffff',
  borderRadius: '8px',
  color: '#ffffff',
  fontWeight: 'bold',
  textDecoration: 'none',
};

function MailBody({ title, facts = [], paragraphs = [], button }: MailContent) {
  return (
    <html lang="en-GB" style={{ colorScheme: 'light dark' }}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
      </head>
      <body style={BODY}>
        <div style={CONTENT}>
          <h1 style={TITLE}>{title}</h1>
          {facts.length > 0 && (
            <table style={TABLE}>
              <tbody>
                {facts.map((fact) => (
                  <Fact key={fact[0]} fact={fact} />
                ))}
              </tbody>
            </table>
          )}
          {paragraphs.map((parts, index) => (
            <p key={index} style={{ margin: '16px 0 0' }}>
              {parts.map((part) =>
                typeof part === 'string' ? part : <Link key={part.href} {...part} />,
              )}
            </p>
          ))}
          {button && (
            <p style={{ margin: '24px 0 0' }}>
              <a href={button.href} style={BUTTON}>
                {button.text}
              </a>
            </p>
          )}
        </div>
      </body>
    </html>
  );
}

/** The direction of a value is its own: a right-to-left name must not turn a number round. */
function Fact({ fact: [name, value, href, remark] }: { fact: LabelledValue }) {
  return (
    <tr>
      <th scope="row" style={NAME}>
        {name}
      </th>
      <td style={VALUE}>
        {href ? (
          <Link text={value} href={href} />
        ) : (
          <bdi>
            {value.split(/\r?\n/).map((line, index) => (
              <span key={index}>
                {index > 0 && <br />}
                {line}
              </span>
            ))}
          </bdi>
        )}
        {remark && <div style={{ fontWeight: 'normal' }}>{remark}</div>}
      </td>
    </tr>
  );
}

const Link = ({ text, href }: { text: string; href: string }) => (
  <a href={href} style={LINK}>
    <bdi>{text}</bdi>
  </a>
);
