import type { NodemailerError } from 'nodemailer';
import { CALLBACK_FIELDS } from '../../../shared/callback/fields.ts';
import type { ChannelSettings } from '../../config/channels.ts';
import { escapeXml } from '../../http/xml.ts';
import { dialLink, londonTime } from '../staff-words.ts';
import { type Attempt, type Deliver, deskLink, type Site, type ToTell } from './channel.ts';

/** Long enough for servers that delay their greeting on purpose. */
const DEADLINE_MS = 30_000;

type MailSettings = NonNullable<ChannelSettings['mail']>;

/** Each address is told by itself. */
export const mailReceivers = (settings: MailSettings, site: Site) =>
  settings.to.map((to) => [`mail:${to}`, createMailChannel(settings, site, to)] as const);

/** Mails callback requests to one address, each over its own connection. */
export function createMailChannel(settings: MailSettings, site: Site, to: string): Deliver {
  const { hostname } = new URL(site.siteUrl);
  return async (due, signal) => {
    try {
      // Loaded here, so that sites that send no mail start sooner, and that a failure is this mail's.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        url: settings.url,
        disableFileAccess: true,
        disableUrlAccess: true,
        dnsTimeout: DEADLINE_MS,
        connectionTimeout: DEADLINE_MS,
        greetingTimeout: DEADLINE_MS,
        socketTimeout: DEADLINE_MS,
      }).on('error', () => {}); // sendMail says it too
      await transport.sendMail({
        ...mailMessage(due, site),
        from: settings.from,
        to,
        messageId: `<${due.id}@${hostname}>`,
        signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
      });
      return { kind: 'delivered' };
    } catch (error) {
      return verdictOf(error as NodemailerError);
    }
  };
}

/**
 * Where a reply of 500 or above is about this recipient or this message, and so final. A greeting, a
 * login or a sender that is refused, and any other code for a recipient (554: a host on a block
 * list, or one that may not relay; 530: a login is missing), is mended by whoever runs the server or
 * the site (RFC 5321, sections 3.1 and 4.3.2; RFC 4954, section 6).
 */
const FINAL: Partial<Record<string, readonly [from: number, to: number]>> = {
  'RCPT TO': [550, 553],
  DATA: [500, 599],
};

function verdictOf({ responseCode, code, originalCode, name, command }: NodemailerError): Attempt {
  if (responseCode === undefined) return { kind: 'retry', reason: originalCode || code || name };
  const reason = `SMTP ${responseCode}`;
  const [from, to] = FINAL[command ?? ''] ?? [Infinity, 0];
  const isFinal = responseCode >= from && responseCode <= to;
  return { kind: isFinal ? 'refused' : 'retry', reason };
}

/** What the HTML standard calls a valid e-mail address: nothing in it needs quotes in a header. */
const USABLE_ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

/**
 * The mail to the people who ring back. A caller's address that a header cannot carry is left out
 * of Reply-To; the text shows it as typed.
 */
function mailMessage(due: ToTell, site: Site) {
  const { id, receivedAt, fields, flags, traceparent } = due;
  const link = deskLink(site, due);
  const rows = [
    ['received', londonTime(receivedAt), null] as const,
    ...CALLBACK_FIELDS.map(
      ({ name, called, type }) =>
        [called, fields[name], type === 'tel' ? dialLink(fields[name]) : null] as const,
    ),
    ...(flags.length > 0 ? [['signs of a robot', flags.join(', '), null] as const] : []),
    ['reference', id, null] as const,
    ...(link ? [['at the desk', link, link] as const] : []),
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
