import { CALLBACK_FIELDS } from '../../../shared/callback/fields.ts';
import { escapeXml } from '../../crawl/xml.ts';
import { dialLink } from '../dial-link.ts';
import { londonTime } from '../london-time.ts';
import type { ToTell } from './channel.ts';

/** What the HTML standard calls a valid e-mail address: nothing in it needs quotes in a header. */
const USABLE_ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

/**
 * The mail to the people who ring back. A caller's address that a header cannot carry is left out
 * of Reply-To; the text shows it as typed.
 */
export function mailMessage({ id, receivedAt, fields, flags, traceparent }: ToTell) {
  const rows = [
    ['received', londonTime(receivedAt), null] as const,
    ...CALLBACK_FIELDS.map(
      ({ name, called, type }) =>
        [called, fields[name], type === 'tel' ? dialLink(fields[name]) : null] as const,
    ),
    ...(flags.length > 0 ? [['signs of a robot', flags.join(', '), null] as const] : []),
    ['reference', id, null] as const,
  ].map(([heading, value, link]) => ({ heading: capitalised(heading), value, link }));
  return {
    subject: `Callback request: ${fields.name}, ${fields.mobile}`,
    ...(USABLE_ADDRESS.test(fields.email) && { replyTo: fields.email }),
    // Otherwise an automatic reply from the office would go to the caller (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...(traceparent && { traceparent }) },
    text: `${rows.map(({ heading, value }) => `${heading}: ${value}`).join('\n')}\n`,
    html: `<table cellpadding="6">\n${rows.map(htmlRow).join('\n')}\n</table>\n`,
  };
}

function htmlRow({
  heading,
  value,
  link,
}: {
  heading: string;
  value: string;
  link: string | null;
}): string {
  const text = escapeXml(value).replaceAll(/\r\n|\r|\n/g, '<br>');
  const cell = link ? `<a href="${escapeXml(link)}">${text}</a>` : text;
  return `<tr><th align="left" valign="top">${heading}</th><td>${cell}</td></tr>`;
}

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
