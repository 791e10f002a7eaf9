import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { sendMail } from './mail.ts';

/** Creates the notifier: a line in the log, and a mail to each editor when there is an address. */
export function createEditorNotifier(deps: {
  log: Logger;
  siteUrl: string;
  /** Null when editors get no mail. */
  mail: Config['editorMail'];
  signal: AbortSignal;
}): (entry: string, issues: readonly { text: string }[], options?: { isLogged: boolean }) => void {
  const { log, siteUrl, mail, signal } = deps;
  const subject = `Something just published on ${new URL(siteUrl).host} is not shown in full`;
  return (entry, issues, { isLogged } = { isLogged: false }) => {
    const texts = issues.map(({ text }) => text);
    if (!isLogged)
      log.warn({ entry, issues: texts }, 'readers cannot see all of an entry that was published');
    if (!mail) return;
    const { url, from } = mail;
    const text = [`Entry: ${entry}`, ...texts.map((line) => `- ${line}`), ''].join('\n');
    for (const to of mail.to)
      void sendMail(url, { from, to, subject, text }, signal).then(({ kind, reason }) => {
        if (kind !== 'delivered') log.warn({ reason }, 'the mail to an editor could not be sent');
      });
  };
}
