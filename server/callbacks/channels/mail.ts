import { CALLBACK_FIELDS } from '../../../shared/callback/fields.ts';
import type { ChannelSettings } from '../../config/channels.ts';
import { dialLink, londonTime } from '../staff-words.ts';
import { type Deliver, deskLink, type Site, type ToTell } from './channel.ts';
import { written } from './Letter.tsx';
import { sendMail, USABLE_ADDRESS } from './smtp.ts';

type MailSettings = NonNullable<ChannelSettings['mail']>;

/** Each address is told by itself. */
export const mailReceivers = (settings: MailSettings, site: Site) =>
  settings.to.map((to) => [`mail:${to}`, createMailChannel(settings, site, to)] as const);

/** Mails callback requests to one address. */
export function createMailChannel({ url, from }: MailSettings, site: Site, to: string): Deliver {
  return async (due, signal) => {
    const { hostname } = new URL(site().siteUrl);
    const messageId = `<${due.id}@${hostname}>`;
    return sendMail(url, { ...mailMessage(due, site), from, to, messageId }, signal);
  };
}

/**
 * The mail to the people who ring back. A caller's address that a header cannot carry is left out
 * of Reply-To; the text shows it as typed.
 */
function mailMessage(due: ToTell, site: Site) {
  const { id, receivedAt, fields, flags, traceparent } = due;
  const { company, brand } = site();
  const desk = deskLink(site, due);
  const ring = dialLink(fields.mobile);
  const letter = {
    heading: `Ring ${fields.name}`,
    buttons: [
      ...(ring ? [[`Ring ${fields.mobile}`, ring] as const] : []),
      ...(desk ? [['Open it at the desk', desk] as const] : []),
    ],
    facts: [
      ['Received', londonTime(receivedAt)] as const,
      ...CALLBACK_FIELDS.map(({ name, called, type }) => {
        const link = type === 'tel' ? ring : null;
        return [capitalised(called), fields[name], link] as const;
      }),
      ...(flags.length > 0 ? [['Signs of a robot', flags.join(', ')] as const] : []),
      ['Reference', id] as const,
    ],
  };
  return {
    subject: `Callback request: ${fields.name}, ${fields.mobile}`,
    ...(USABLE_ADDRESS.test(fields.email) && { replyTo: fields.email }),
    // Otherwise an automatic reply from the office would go to the caller (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...(traceparent && { traceparent }) },
    ...written(letter, company.name, brand),
  };
}

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
