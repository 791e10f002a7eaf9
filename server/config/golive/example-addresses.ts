import { PLACEHOLDER_COMPANY } from '../../../shared/site/placeholder-company.ts';
import type { Config } from '../config.ts';

/** Domains that nobody can have: RFC 2606, RFC 6761. */
const RESERVED = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)\.?$/i;

/** An email address, or the host of a URL, whose path may be a secret. */
const ADDRESS = /(?:[^\s"<,/@]+@|(?<=\/\/))([^\s"/:?#>,]+)/g;

/** The setting of an address, and the address. */
type NamedAddress = readonly [name: string, address: string];

/**
 * Finds recipients of callback requests and of visitors' email that reach no one: addresses at
 * example domains, and names within one network. `localhost` may be a mail server's own.
 */
export function findUnreachableRecipients({
  company,
  channels,
  editorMail,
}: Config): NamedAddress[] {
  const { email, claimsEmail } = company;
  const recipients: [name: string, value: unknown][] = [
    ['CALLBACK_MAIL_TO', channels.mail?.to],
    ['EDITOR_MAIL_TO', editorMail?.to],
    ['CALLBACK_WEBHOOK_URL', channels.webhook?.map(({ url }) => url)],
    ['PHP_BACKEND_URL', channels.php?.url],
    ['company.email', email !== PLACEHOLDER_COMPANY.email && email],
    ['company.claimsEmail', claimsEmail !== PLACEHOLDER_COMPANY.claimsEmail && claimsEmail],
  ];
  return recipients.flatMap(([name, value]) =>
    findAddresses(name, value, (host, address) => {
      const isEmail = address.includes('@');
      if (host === 'localhost') return false;
      return RESERVED.test(host) || (isEmail && !host.includes('.'));
    }),
  );
}

/** Finds the other addresses of documents and .env.example that the settings still have. */
export function findExampleAddresses(config: Config): NamedAddress[] {
  const { siteUrl, siteUrlIsSet, deskUrl, company, channels } = config;
  const { profiles, reviews, tradeBodies } = company;
  const settings: [name: string, value: unknown][] = [
    ['SITE_URL', siteUrlIsSet && siteUrl],
    ['CALLBACK_MAIL_FROM', channels.mail?.from],
    ['DESK_URL', deskUrl],
    ['company.profiles', profiles],
    ['company.reviews', reviews],
    ['company.tradeBodies', tradeBodies],
  ];
  return settings.flatMap(([name, value]) =>
    findAddresses(name, value, (host) => RESERVED.test(host)),
  );
}

/** Finds the addresses in a value of any shape that match. */
function findAddresses(
  name: string,
  value: unknown,
  isMatch: (host: string, address: string) => boolean,
): NamedAddress[] {
  const found = [...(JSON.stringify(value) ?? '').matchAll(ADDRESS)];
  return found.flatMap(([address, host = '']): NamedAddress[] =>
    isMatch(host, address) ? [[name, address]] : [],
  );
}
