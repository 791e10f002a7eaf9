import { registrations } from '../../../shared/site/company.ts';
import type { ChannelSettings } from '../../config/channels.ts';
import { callbackWords } from '../callback-words.ts';
import { londonTime } from '../staff-words.ts';
import type { Deliveries, DueDelivery } from '../store/deliveries.ts';
import type { Channel } from '../store/schema.ts';
import type { Attempt, Deliver, Site } from './channel.ts';
import { sendMail, USABLE_ADDRESS } from './mail.ts';

export const CONFIRMATION: Channel = 'confirmation';

/** By then the caller has been rung, or wonders more about a mail than about none. */
const USELESS_AFTER_MS = 12 * 60 * 60 * 1000;

type Settings = NonNullable<ChannelSettings['confirmation']>;

/**
 * Mails callers that their request has come: one mail an address and day, because anybody may type
 * anybody's address, and for the same reason nothing that was typed is in it. Staff can mend nothing
 * about an address that does not exist, so what cannot be sent is done with.
 */
export function createConfirmation(
  { url, from }: Settings,
  site: Site,
  deliveries: Pick<Deliveries, 'confirms'>,
): Deliver {
  return async (due, signal) => {
    const { email } = due.fields;
    if (!USABLE_ADDRESS.test(email)) return done('no address');
    if (Date.now() - Date.parse(due.receivedAt) > USELESS_AFTER_MS) return done('too late');
    const confirms = await deliveries.confirms(due).catch(() => null); // the store logs its own failures
    if (confirms === null) return { kind: 'retry', reason: 'store' };
    if (!confirms) return done('one a day');
    const attempt = await sendMail(url, { ...message(due, site, from), to: email }, signal);
    return attempt.kind === 'refused' ? done(attempt.reason) : attempt;
  };
}

const done = (reason: string): Attempt => ({ kind: 'delivered', reason });

function message({ id, receivedAt }: DueDelivery, site: Site, from: string) {
  const { siteUrl, company } = site();
  const { host, hostname } = new URL(siteUrl);
  const { name, phone24h, legalName, registeredOffice } = company;
  const paragraphs = [
    `Thank you for asking ${name} to ring you. Your request came on ${londonTime(receivedAt)}.`,
    `We will ring you back ${callbackWords(company) ?? 'as soon as we can'}.`,
    `If it cannot wait, ring us on ${phone24h}.`,
    `Somebody gave this address in the callback form of ${host}. If that was not you, there is nothing you need to do.`,
    `How we handle your details: ${siteUrl}/privacy-policy`,
    `${legalName}. ${registrations(company)} Registered office: ${registeredOffice}.`,
  ];
  return {
    subject: 'We have your callback request',
    from: from.includes('<') ? from : { name, address: from },
    replyTo: company.email,
    messageId: `<${id}.${CONFIRMATION}@${hostname}>`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}
