import type { NodemailerError } from 'nodemailer';
import type { Attempt, Deliver } from './channel.ts';
import { mailMessage } from './mail-message.ts';

/** Long enough for servers that delay their greeting on purpose. */
const DEADLINE_MS = 30_000;

export interface MailSettings {
  /** An smtp: or smtps: URL with user and password, in nodemailer's form. */
  smtpUrl: string;
  /** An address, or a name and an address in angle brackets. */
  from: string;
  /** Right side of the Message-ID. */
  siteHost: string;
}

/** Mails callback requests to one address, each over its own connection. */
export function createMailChannel(settings: MailSettings, to: string): Deliver {
  // Loaded on first use, so that sites that send no mail start sooner.
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({
      url: settings.smtpUrl,
      disableFileAccess: true,
      disableUrlAccess: true,
      dnsTimeout: DEADLINE_MS,
      connectionTimeout: DEADLINE_MS,
      greetingTimeout: DEADLINE_MS,
      socketTimeout: DEADLINE_MS,
    }),
  );
  return async (due, signal) => {
    try {
      await (await transport).sendMail({
        ...mailMessage(due),
        from: settings.from,
        to,
        messageId: `<${due.id}@${settings.siteHost}>`,
        signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
      });
      return 'delivered';
    } catch (error) {
      return verdictOf(error as NodemailerError);
    }
  };
}

/** Faults of the connection: they say nothing about the message and can be put right. */
const NOT_OF_THE_MESSAGE = ['EAUTH', 'ETLS'];

/** A reply of 500 or above is final (RFC 5321, section 4.2.1) when it is about the message. */
function verdictOf({ responseCode, code = '', originalCode, name }: NodemailerError): Attempt {
  if (responseCode === undefined) return { retry: originalCode || code || name };
  const reason = `SMTP ${responseCode}`;
  const isFinal = responseCode >= 500 && !NOT_OF_THE_MESSAGE.includes(code);
  return isFinal ? { refused: reason } : { retry: reason };
}
