import type { NodemailerError, SendMailOptions } from 'nodemailer';
import type { ChannelSettings } from '../../config/channels.ts';
import { describeMailError, openMailTransport } from '../../ops/mail-transport.ts';
import { factsOf, type LabelledValue } from '../describe-callback.ts';
import { londonTime } from '../london-time.ts';
import { describePhoneNumber } from '../phone-number.ts';
import type { DueDelivery } from '../store/deliveries.ts';
import {
  type ChannelDeps,
  type ConfiguredChannel,
  type Deliver,
  type DeliveryResult,
  deskLink,
  isolate,
  type Notice,
  type SiteUrls,
  titleOf,
} from './channel.ts';
import { describeNotice } from './describe-notice.ts';
import { toMailBodies } from './MailBody.tsx';

/** The timeout in milliseconds, long enough for servers that delay their greeting on purpose. */
const DEADLINE_MS = 30_000;

/** A valid e-mail address by the HTML standard: nothing in it needs quotes in a header. */
export const VALID_EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

type MailSettings = NonNullable<ChannelSettings['mail']>;

export const createMailReceivers = (
  settings: MailSettings,
  { urls }: Pick<ChannelDeps, 'urls'>,
): ConfiguredChannel[] =>
  settings.to.map((to) => ({
    channel: `mail:${to}`,
    deliver: createMailChannel(settings, urls, to),
    notify: (notice, signal) =>
      sendMail(settings.url, { ...buildNotice(notice), from: settings.from, to }, signal),
  }));

function buildNotice(notice: Notice) {
  const { title, facts } = describeNotice(notice);
  const button = linkTo('Open the desk', notice.desk);
  return { subject: title, ...toMailBodies({ title, facts, button }) };
}

const linkTo = (text: string, href: string | null) =>
  href === null ? null : { text, label: text, href };

export function createMailChannel(
  { url, from }: MailSettings,
  urls: SiteUrls,
  to: string,
): Deliver {
  const { hostname } = new URL(urls.siteUrl);
  return async (due, signal) => {
    const messageId = `<${due.id}@${hostname}>`;
    return sendMail(url, { ...buildMessage(due, urls), from, to, messageId }, signal);
  };
}

/**
 * Builds the mail to staff. A caller's address that a header cannot carry is left out of Reply-To;
 * the body shows it as typed.
 */
function buildMessage(due: DueDelivery, urls: SiteUrls) {
  const { receivedAt, fields } = due;
  const title = titleOf(due);
  const facts: LabelledValue[] = [['Received', londonTime(receivedAt)], ...factsOf(due)];
  const { text: number } = describePhoneNumber(fields.mobile);
  return {
    subject: `${title}: ${isolate(fields.name)}, ${number}`,
    replyTo: VALID_EMAIL.test(fields.email) ? fields.email : undefined,
    ...toMailBodies({ title, facts, button: linkTo('Open this request', deskLink(urls, due)) }),
  };
}

/** Sends a mail over a connection of its own. */
export async function sendMail(
  url: string,
  message: SendMailOptions,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  try {
    const transport = await openMailTransport(url, DEADLINE_MS);
    await transport.sendMail({
      ...message,
      // Prevents holiday notes, which would otherwise go from the office to the caller (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    });
    return { kind: 'delivered' };
  } catch (error) {
    return toDeliveryResult(error as NodemailerError);
  }
}

/** Connects to the mail server and logs in, without sending a mail. */
export async function verifyMailServer(url: string): Promise<DeliveryResult> {
  try {
    await (await openMailTransport(url, DEADLINE_MS)).verify();
    return { kind: 'delivered' };
  } catch (error) {
    return toDeliveryResult(error as NodemailerError);
  }
}

/**
 * Enhanced codes (RFC 3463) of refusals that the operator can put right: routing and quotas
 * (5.4.5), the rights of the sender (5.7.60; Microsoft's 5.2.252) and a full mailbox.
 */
const MENDED_BY_OPERATOR = /^5\d\d[ -]5\.(4\.\d+|7\.\d+|2\.252|2\.2)\b/;

/**
 * The commands and reply codes of refusals that are permanent because they concern this recipient
 * or this message. The operator can put right a refused greeting, login or sender, and other codes
 * for a recipient, such as 554 for a host on a block list or 530 for a missing login (RFC 5321,
 * sections 3.1 and 4.3.2; RFC 4954, section 6).
 */
const PERMANENT_REPLY_CODES: Partial<Record<string, readonly [from: number, to: number]>> = {
  'RCPT TO': [550, 553],
  DATA: [500, 599],
};

function toDeliveryResult(error: NodemailerError): DeliveryResult {
  const { responseCode, command, response = '' } = error;
  const reason = describeMailError(error);
  if (responseCode === undefined) return { kind: 'retry', reason };
  const [from, to] = PERMANENT_REPLY_CODES[command ?? ''] ?? [Infinity, 0];
  const isMended = MENDED_BY_OPERATOR.test(response);
  const isFinal = responseCode >= from && responseCode <= to && !isMended;
  return { kind: isFinal ? 'refused' : 'retry', reason };
}
