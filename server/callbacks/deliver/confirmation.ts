import { createWording } from '../../../shared/site/claims.ts';
import { registrationText, telHref } from '../../../shared/site/company.ts';
import type { ChannelSettings } from '../../config/channels.ts';
import { HOUR_MS } from '../../ops/durations.ts';
import { callbackPromise } from '../callback-promise.ts';
import { londonTime } from '../london-time.ts';
import type { DueDelivery } from '../store/deliveries.ts';
import type { ChannelId } from '../store/stored-callback.ts';
import type { ChannelDeps, ConfiguredChannel, Deliver, DeliveryResult } from './channel.ts';
import { toMailBodies } from './MailBody.tsx';
import { sendMail, VALID_EMAIL } from './mail.ts';

export const CONFIRMATION: ChannelId = 'confirmation';

/**
 * A confirmation older than this is skipped: the caller has been called back, or would be confused.
 */
const MAX_AGE_MS = 12 * HOUR_MS;

/** Mailboxes of mail systems, which answer for a server and belong to no caller. */
const MAIL_SYSTEM = /^(?:mailer-daemon|postmaster|no-?reply)@/i;

type Settings = NonNullable<ChannelSettings['confirmation']>;

/**
 * Creates the channel that confirms a request to its caller. Anybody may type anybody's address, so
 * an address gets one mail a day and the mail contains nothing that was typed. Staff cannot correct
 * an address that does not exist, so a refused mail is skipped.
 */
export function createConfirmationReceivers(
  { url, from, staff }: Settings,
  deps: ChannelDeps,
): ConfiguredChannel[] {
  const deliver: Deliver = async (due, signal) => {
    const { email } = due.fields;
    if (!VALID_EMAIL.test(email)) return skipped('not a valid address');
    const { company } = deps.getConfig();
    const ours = [from, ...staff, company.email, company.claimsEmail].map(plainAddress);
    if (MAIL_SYSTEM.test(email) || ours.includes(plainAddress(email)))
      return skipped('not an address of a caller');
    if (Date.now() - Date.parse(due.receivedAt) > MAX_AGE_MS) return skipped('too late');
    const claimed = await deps.deliveries.claimConfirmation(due).catch(() => null); // the store logs its own failures
    if (claimed === null) return { kind: 'retry', reason: 'store' };
    if (!claimed) return skipped('already sent one today');
    const attempt = await sendMail(url, { ...message(due, deps, from), to: email }, signal);
    return attempt.kind === 'refused' ? skipped(attempt.reason) : attempt;
  };
  return [{ channel: CONFIRMATION, deliver }];
}

/** Returns the address alone, in lower case, of `Name <address>` too. */
const plainAddress = (address: string) => address.replace(/^.*<|>.*$/g, '').toLowerCase();

const skipped = (reason: string): DeliveryResult => ({ kind: 'delivered', reason });

function message({ id, receivedAt }: DueDelivery, { urls, getConfig }: ChannelDeps, from: string) {
  const { siteUrl } = urls;
  const { host, hostname } = new URL(siteUrl);
  const { company, claims } = getConfig();
  const { name, phone24h, legalName, registeredOffice } = company;
  const policy = `${siteUrl}/privacy-policy`;
  const bodies = toMailBodies({
    title: 'We have received your callback request',
    paragraphs: [
      [
        `Thank you for asking ${name} to call you. We received your request on ${londonTime(receivedAt)}.`,
      ],
      [`We will call you back ${callbackPromise(company) ?? 'as soon as we can'}.`],
      [
        'If you need us sooner, call us on ',
        { text: phone24h, href: telHref(phone24h) },
        '. If anyone is hurt or in danger, call 999.',
      ],
      [
        `This email address was entered in the callback form on ${host}. If that was not you, you can ignore this email.`,
      ],
      ['How we handle your details: ', { text: policy, href: policy }],
      [
        `We are ${createWording({ company, claims }).firm}, not your insurer. You can still claim through your own insurer or the other driver’s insurer.`,
      ],
      [`${legalName}. ${registrationText(company)} Registered office: ${registeredOffice}.`],
    ],
    button: { text: `Call ${phone24h}`, href: telHref(phone24h) },
  });
  return {
    subject: 'We have received your callback request',
    from: from.includes('<') ? from : { name, address: from },
    replyTo: company.email,
    messageId: `<${id}.${CONFIRMATION}@${hostname}>`,
    ...bodies,
  };
}
