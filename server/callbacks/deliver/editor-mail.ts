import type { Logger } from 'pino';
import { sendMail } from './mail.ts';

interface EditorMail {
  /** Address of the mail server, with its password. */
  url: string;
  from: string;
  to: readonly string[];
}

/** Creates the notifier: a line in the log, and a mail to each editor when there is an address. */
export function createEditorNotifier(deps: {
  log: Logger;
  siteUrl: string;
  /** Null when editors get no mail. */
  mail: EditorMail | null;
  signal: AbortSignal;
}): (entry: string, issues: readonly { text: string }[], options?: { isLogged: boolean }) => void {
  const { log, siteUrl, mail, signal } = deps;
  return (entry, issues, { isLogged } = { isLogged: false }) => {
    const texts = issues.map(({ text }) => text);
    if (!isLogged)
      log.warn({ entry, issues: texts }, 'readers cannot see all of an entry that was published');
    for (const to of mail?.to ?? []) void send(mail as EditorMail, to);

    async function send({ url, from }: EditorMail, to: string): Promise<void> {
      const subject = `Something just published on ${new URL(siteUrl).host} is not shown in full`;
      const text = [`Entry: ${entry}`, ...texts.map((line) => `- ${line}`)].join('\n');
      const { kind, reason } = await sendMail(
        url,
        { from, to, subject, text: `${text}\n` },
        signal,
      );
      if (kind !== 'delivered') log.warn({ reason }, 'the mail to an editor could not be sent');
    }
  };
}
