import { enabledChannels } from '../channels.ts';
import type { Config } from '../config.ts';
import { findBlockers } from './blockers.ts';
import { listClaimsToConfirm } from './claims-to-confirm.ts';
import {
  findContentWarnings,
  NO_CONTENT,
  type PublishedContent,
  pageToConfirm,
} from './content-findings.ts';
import type { Finding } from './finding.ts';
import { findWarnings } from './warnings.ts';

const FOR_THE_SOLICITOR: readonly Finding[] = [
  ['/terms', 'Liability, governing law and the date the terms apply from.'],
  ['/privacy-policy', 'Purposes, lawful basis, recipients, retention, rights and complaints.'],
  [
    '/complaints',
    'How people can complain about their personal data (required since 19 June 2026).',
  ],
  [
    '/credit-hire and the FAQ',
    'Who pays if a claim is disputed or fails, the other ways to claim, and telling the insurer.',
  ],
  ['the hire agreement', 'That it says the same as the table on /credit-hire, row by row.'],
  ['the whole site', 'Each line of docs/legal.md, and whether you need permission from the FCA.'],
];

/** Channels that the mail server carries. */
const MAIL: Partial<Record<string, true>> = { mail: true, confirmation: true };

const mailServerOf = (issue: string): Finding => [
  `The mail server in SMTP_URL cannot be used (${issue})`,
  'No callback request could be emailed. Check the address, the user name and the password with the person who looks after your email.',
];

/**
 * Lists what stands between a configuration and a public site, the gravest first.
 * @param mailIssue why no mail can be sent
 * @param content of the content service; null when it did not answer
 */
export function findings(
  config: Config,
  mailIssue: string | null = null,
  content: PublishedContent | null = NO_CONTENT,
) {
  const others = enabledChannels(config.channels).filter((channel) => !MAIL[channel]);
  const mail = mailIssue ? [mailServerOf(mailIssue)] : [];
  return {
    /** Findings that would make the site untrue, or hide something people must know. */
    false: [...findBlockers(config), ...(others.length === 0 ? mail : [])],
    look: [
      ...findWarnings(config),
      ...findContentWarnings(config, content),
      ...(others.length > 0 ? mail : []),
    ],
    /** Claims that are true only with evidence. */
    confirm: listClaimsToConfirm(config, content?.pages ?? []),
    pages: (content?.pages ?? []).map(pageToConfirm),
    /** Texts that a solicitor must check. */
    solicitor: FOR_THE_SOLICITOR,
  };
}
