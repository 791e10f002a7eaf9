import { type Config, localAddress, readConfig } from '../config.ts';
import { NO_CONTENT, type PublishedContent } from './content-findings.ts';
import { findings } from './findings.ts';
import { checkMailServer } from './mail-server.ts';

type Findings = ReturnType<typeof findings>;

const HEADINGS: Record<keyof Findings, string> = {
  false: 'Must be fixed before the site goes live',
  look: 'Check these: fine if intended',
  confirm: 'Claims to confirm: keep evidence of each',
  pages: 'To be confirmed: what your own pages say',
  solicitor: 'For a solicitor',
};

export function formatReport(found: Findings): string {
  const sections = (Object.keys(HEADINGS) as (keyof Findings)[]).flatMap((severity) => {
    const lines = found[severity].map(([what, todo]) => `  - ${what}\n      ${todo}\n`);
    return lines.length > 0 ? `${HEADINGS[severity]}\n${lines.join('')}` : [];
  });
  return sections.join('\n');
}

/**
 * Says what stands between a configuration and a public site.
 * @param readContent reads the content service; by default its content is unknown
 * @returns the exit code: 1 while something on the site would be false
 * @throws {ConfigError} when the site would not start
 */
export async function runGoLive(
  environment: NodeJS.ProcessEnv,
  readContent = async ({ contentful }: Config): Promise<PublishedContent | null> =>
    contentful ? null : NO_CONTENT,
): Promise<number> {
  const config = readConfig(environment);
  const { channels, editorMail } = config;
  const mail = channels.mail ?? channels.confirmation ?? editorMail;
  const [mailIssue, content] = await Promise.all([
    mail && checkMailServer(mail.url),
    readContent(config).catch(() => null),
  ]);
  const found = findings(config, mailIssue, content);
  const mayGo = found.false.length === 0;
  const verdict = mayGo
    ? 'Nothing has to be fixed. Check the lists above before you go live.'
    : 'Not ready to go live: see the first list above.';
  process.stdout.write(
    `${config.siteUrl}, listening on ${localAddress(config)}\n\n${formatReport(found)}\n${verdict}\n`,
  );
  return mayGo ? 0 : 1;
}
