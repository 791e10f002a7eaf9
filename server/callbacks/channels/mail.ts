import type { NodemailerError } from 'nodemailer';
import type { Attempt, Deliver } from './channel.ts';
import { mailMessage } from './mail-message.ts';

/** Long enough for a server that greets strangers late on purpose. */
const DEADLINE_MS = 30_000;

export interface MailSettings {
  /** smtp: or smtps: with user and password, as nodemailer reads it. */
  smtpUrl: string;
  /** An address, or a name and an address in angle brackets. */
  from: string;
  /** Right side of the Message-ID. */
  siteHost: string;
}

/** Mails a callback request to one address, over a connection of its own. */
export function createMailChannel(settings: MailSettings, to: string): Deliver {
  // Loaded here and not with the file: sites that send no mail start sooner by what it takes.
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

/**
 * A reply from 500 up is final (RFC 5321, section 4.2.1). That to a wrong password says nothing of
 * the message, and somebody can put it right.
 */
function verdictOf({ responseCode, code, name }: NodemailerError): Attempt {
  if (responseCode === undefined) return { retry: code ?? name };
  const reason = `SMTP ${responseCode}`;
  return responseCode >= 500 && code !== 'EAUTH' ? { refused: reason } : { retry: reason };
}
