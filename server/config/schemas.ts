import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import * as z from 'zod';

/** One environment variable: everything the server and the documents know about it. */
export interface VariableDefinition {
  /** The schema that validates and converts the value. */
  check: z.ZodType;
  /** The description for operators: one line of Markdown. */
  meaning: string;
  /**
   * The effect of leaving it unset, where the schema has no default and the effect is not "off";
   * Markdown.
   */
  defaultText?: string;
  /** The value in .env.example, when there is no default to show. */
  example?: string;
}

/**
 * Defines a variable.
 * @param more the texts of a variable without a default
 */
export const defineVariable = <Check extends z.ZodType>(
  schema: Check,
  description: string,
  more: Pick<VariableDefinition, 'defaultText' | 'example'> = {},
) => ({ check: schema, meaning: description, ...more });

/** A text that matches a pattern. */
export const pattern = (form: RegExp, what: string) => z.string().regex(form, `must be ${what}`);

/** A value as it is given. One of spaces alone would make a folder or a host of that name. */
export const text = pattern(/\S/, 'something other than spaces');

/** A token or password as services give them: visible ASCII, so that it fits into a header. */
export const token = pattern(/^[\x21-\x7e]+$/, 'plain letters, digits and symbols, with no spaces');

/** A secret that the operator chooses, and that can be guessed over the network. */
export const secret = text.pipe(z.string().min(16, 'must be 16 characters or longer'));

/** Such a secret that a service sends in a header, whose ends lose their spaces on the way. */
export const headerSecret = pattern(
  /^(?! )[\x20-\x7e]+(?<! )$/,
  'plain letters, digits and symbols, with no space before or after them',
).pipe(secret);

const trimmed = z.string().trim();
const upperCase = trimmed.toUpperCase();

const limited = (most: number) =>
  trimmed.min(1, 'must not be empty').max(most, `must be ${most} characters or fewer`);

/** A text for people, of at most so many characters, which may have paragraphs. */
export const textUpTo = (most: number) =>
  limited(most).regex(/^[\P{Cc}\t\n\r]*$/u, 'must not have control characters');

/** The same in one line: it stands in headings, headers of mails and lines of the feed. */
export const lineUpTo = (most: number) =>
  limited(most).regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line, without control characters');

export const shortText = lineUpTo(200);

/** A list separated by commas. */
export const listOf = <T extends z.ZodType<unknown, string>>(each: T) =>
  z
    .string()
    .transform((value) => value.split(',').map((one) => one.trim()))
    .pipe(z.array(each));

export const oneOf = <const T extends readonly [string, ...string[]]>(...words: T) =>
  z.enum(words, `must be one of: ${words.join(', ')}`);

export const onOrOff = oneOf('on', 'off');

/** Email addresses. A mail server may know some that are not public, such as `desk@localhost`. */
export const emailList = listOf(
  pattern(
    /^[^\s@<>,;:]+@[^\s@<>,;:]+$/,
    'one or more email addresses, for example claims@example.com',
  ),
);

export const emailSender = trimmed.regex(
  /^([^<>@\r\n]+<[^\s@<>,;:]+@[^\s@<>,;:]+>|[^\s@<>,;:]+@[^\s@<>,;:]+)$/,
  'must be one email address, or Name <address>',
);

export function wholeNumber(least: number, most: number) {
  const what = `a whole number from ${least} to ${most}`;
  return pattern(/^\d{1,12}$/, what)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be ${what}`);
}

/** A fraction from 0 to 1, with a decimal point. */
export const fraction = pattern(/^(0|1|0?\.\d+|1\.0+|0\.0+)$/, 'a share from 0 to 1').transform(
  Number,
);

/**
 * A URL with one of these protocols (`https:`), with a path if the service has one. Without a host
 * it needs a query: the address of a PostgreSQL socket names its folder there.
 */
export const urlWithProtocol = (protocols: readonly string[], what: string) =>
  z.string().refine(
    (value) => {
      const { protocol, hostname, search } = URL.parse(value) ?? {};
      return protocols.includes(protocol ?? '') && Boolean(hostname || search);
    },
    { message: `must be ${what}`, abort: true },
  );

/**
 * The address of a service that asks for a login. In the login some characters end it, or the whole
 * address, unless they are encoded (RFC 3986, section 3.2.1): the rest would be taken for a host or
 * dropped without a word.
 */
export const loginAddress = (protocols: readonly string[], what: string) =>
  z
    .string()
    .refine(hasEncodedLogin, {
      message:
        'must have %23 for #, %2F for /, %3F for ?, %40 for @ and %25 for % in its user name and password',
      abort: true,
    })
    .pipe(urlWithProtocol(protocols, what));

/** The modes of libpq, and the one that the driver adds. It takes any other word for `verify-full`. */
const SSL_MODES = [
  'disable',
  'allow',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
  'no-verify',
];

export const postgresAddress = loginAddress(
  ['postgres:', 'postgresql:'],
  'the address of a PostgreSQL database: postgres://…',
)
  // The driver would take such an address for another, relative to a host `base`.
  .refine((value) => !/^ | $/.test(value), {
    message: 'must have no space before or after it',
    abort: true,
  })
  .refine(
    (value) => SSL_MODES.includes(new URL(value).searchParams.get('sslmode') ?? 'prefer'),
    `sslmode must be one of: ${SSL_MODES.join(', ')}`,
  );

function hasEncodedLogin(value: string): boolean {
  const [, user = '', password = ''] = /^[a-z]+:\/\/([^:?]*):?([^?]*)@/.exec(value) ?? [];
  const endsEarly = value.includes('#') || /^[^?]*\?[^=&]*@/.test(value);
  try {
    decodeURIComponent(`${user}:${password}`);
  } catch {
    return false;
  }
  return !endsEarly && !user.includes('/') && !/[@/]/.test(password);
}

/**
 * A web URL without credentials, because fetch refuses them (Fetch standard, Request constructor).
 * One that contains a space may be two of a list.
 */
const webAddress = urlWithProtocol(['http:', 'https:'], 'an http or https address')
  .refine((value) => !/\S\s+\S/.test(value), 'must be addresses with commas between them')
  .refine((value) => {
    const { username, password } = new URL(value);
    return !username && !password;
  }, 'must not contain a user name or password');

/** Splits a list of URLs. A comma may also stand within a URL, but not at its end. */
export const splitAddresses = (value: string) => value.split(/\s*,\s*(?=https?:|$)/);

export const webUrlList = z.string().transform(splitAddresses).pipe(z.array(webAddress));

/** Hosts as `URL` gives them, without the quotes and asterisks that it also takes. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)$/;

/**
 * An origin. A path is refused, because it would be dropped silently, and a spelling that only `URL`
 * understands, because a proxy would compare it letter by letter.
 */
export const origin = (what: string) =>
  urlWithProtocol(['http:', 'https:'], what)
    .refine(
      (value) => /^https?:\/\/[^/\\][^\\]*$/i.test(value) && HOST.test(new URL(value).hostname),
      {
        message: `must be ${what}`,
        abort: true,
      },
    )
    .transform((value) => new URL(value))
    .refine(
      ({ href, origin }) => href === `${origin}/`,
      'must end after the host and port, with no path',
    )
    .transform(({ origin }) => origin);

/** The origin of the desk, or the URL of its list. */
export const deskAddress = z
  .string()
  .transform((value) => value.replace(/\/callbacks\/?$/, ''))
  .pipe(origin('the http or https origin of the desk, such as https://desk.example.com'));

/** The host of a service, which is called over https, or a whole origin. */
export const hostOrOrigin = z
  .string()
  .transform((value) => (/^https?:\/\//.test(value) ? value : `https://${value}`))
  .pipe(origin('a host, or an origin such as http://127.0.0.1:4010'));

/** Ofcom's numbers for drama: never in service, so the metadata does not include all of them. */
const OFCOM_DRAMA_NUMBERS =
  /^\+44(?=\d{10}$)(11[3-8]496|1[2-6]1496|191498|20794|289649|292018|1632960|7700900|808157|909879|306999)/;

const WHAT_A_PHONE_TAKES =
  'must be a phone number: a UK one such as 020 7946 0123, or one with its country code such as +353 1 234 5678';

/** Tells whether a number may be in service, or is one of Ofcom's for drama. */
export const isCallable = (number: PhoneNumber) =>
  number.isValid() || (number.isPossible() && OFCOM_DRAMA_NUMBERS.test(number.number));

/** Formats UK numbers in the national form, others with their country code. */
export function writtenNumber(number: PhoneNumber): string {
  const written =
    number.countryCallingCode === '44' ? number.formatNational() : number.formatInternational();
  return written.replace(/ x(\d+)$/, ' ext. $1');
}

/** A phone number as it is shown. */
export const phone = z.string().transform((value, context) => {
  const number = parsePhoneNumberFromString(value, { defaultCountry: 'GB', extract: false });
  if (!number || !isCallable(number)) {
    context.addIssue({ code: 'custom', message: WHAT_A_PHONE_TAKES });
    return z.NEVER;
  }
  return writtenNumber(number);
});

export const email = trimmed
  .max(254, 'must be an email address of 254 characters or fewer')
  .regex(z.regexes.email, 'must be an email address, for example hello@example.com');

/** Companies House: 8 digits, or a prefix of two letters as in SC123456 or OC123456. */
export const companyNumber = upperCase.regex(
  /^(\d{8}|[A-Z]{2}\d{6}|[A-Z]{2}\d{5}[A-Z])$/,
  'must be the 8 characters of a company number, such as 01234567 or SC123456',
);

/** HMRC: GB and 9 digits, or 12 for a branch; shown in groups. */
const VAT = /^(GB|XI)?(\d{3})(\d{4})(\d{2})(\d{3})?$/;
export const vatNumber = z
  .string()
  .transform((value) => value.replace(/[\s.-]/g, '').toUpperCase())
  .pipe(pattern(VAT, 'a VAT number such as GB 123 4567 89'))
  .transform((value) => {
    const [, country = 'GB', ...groups] = VAT.exec(value) as RegExpExecArray;
    return [country, ...groups.filter(Boolean)].join(' ');
  });

/** Information Commissioner's Office, register of fee payers. */
export const icoNumber = upperCase.regex(
  /^Z[A-Z0-9]\d{6}$/,
  'must be an ICO registration number such as ZA123456',
);

/** Financial Conduct Authority, firm reference number. */
export const fcaNumber = trimmed.regex(
  /^\d{6,7}$/,
  'must be an FCA firm reference number of 6 or 7 digits',
);

/** Royal Mail's form, with its space. */
export const postcode = upperCase.regex(
  /^(GIR 0AA|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/,
  'must be a UK postcode with its space, such as EC1A 1AA',
);
