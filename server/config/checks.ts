import * as z from 'zod';

/** One environment variable: everything the server and the documents know about it. */
export interface Variable {
  /** Checks the value and converts it. */
  check: z.ZodType;
  /** For operators: one line of Markdown. */
  meaning: string;
  /** What applies when it is not set and `check` has no default; Markdown. */
  unset?: string;
  /** For .env.example, where there is no default to show. */
  example?: string;
}

export const text = z.string().min(1);

/** A token or password as services give them: visible ASCII, so that it fits into a header. */
export const token = z.string().regex(/^[\x21-\x7e]+$/, 'takes visible ASCII without spaces');

/** What somebody else may try to guess, in this site's own choice. */
export const secret = z.string().min(16, 'takes 16 characters or more');

/** A line of text for people, at most 200 characters. */
export const fact = z
  .string()
  .trim()
  .min(1, 'takes a text')
  .max(200, 'takes at most 200 characters');

/** Made when a value is wrong: it would take a hundredth of every start. */
const either = (words: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(words);

/** One of these words. */
export const oneOf = <const T extends readonly [string, ...string[]]>(...words: T) =>
  z.enum(words, { error: () => `takes ${either(words)}` });

/** Some of these words, separated by commas. */
export const someOf = <const T extends readonly [string, ...string[]]>(...words: T) =>
  z
    .string()
    .transform((value) => value.split(',').map((each) => each.trim()))
    .pipe(z.array(oneOf(...words)));

export const onOrOff = oneOf('on', 'off');

/** A mail server may know addresses that are not public, such as `desk@localhost`. */
const mailbox = z
  .string()
  .trim()
  .regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/, 'takes e-mail addresses such as claims@example.com');

export const mailboxes = z
  .string()
  .transform((value) => value.split(','))
  .pipe(z.array(mailbox));

/** An address, or a name and an address: `Website <website@example.com>`. */
export const sender = z
  .string()
  .trim()
  .regex(
    /^([^<>@\r\n]+<[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/,
    'takes one e-mail address, or Name <address>',
  );

export function wholeNumber(least: number, most: number) {
  const message = `takes a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,12}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
}

/** A share from 0 to 1, with a point. */
export const share = z
  .string()
  .regex(/^(0|1|0?\.\d+|1\.0+|0\.0+)$/, 'takes a share from 0 to 1')
  .transform(Number);

/** An address of one of these protocols (`https:`), with a path where the service has one. */
export const address = (protocols: readonly string[], what: string) =>
  z.string().refine(
    (value) => {
      return URL.canParse(value) && protocols.includes(new URL(value).protocol);
    },
    { message: `takes ${what}`, abort: true },
  );

/**
 * An http or https address that fetch will ask: it refuses one with a user name or a password
 * (Fetch standard, Request constructor).
 */
const webAddress = address(['http:', 'https:'], 'an http or https address').refine((value) => {
  const { username, password } = new URL(value);
  return !username && !password;
}, 'takes an address without a user name and password');

/** A comma may also stand within an address. */
export const splitAddresses = (value: string) => value.split(/\s*,\s*(?=https?:)/);

/** Such addresses separated by commas. */
export const webAddresses = z.string().transform(splitAddresses).pipe(z.array(webAddress));

/**
 * An http or https origin: nothing may follow the host and port, because it would be silently
 * dropped.
 */
export const origin = (what: string) =>
  address(['http:', 'https:'], what)
    .refine(
      (value) => isOrigin(new URL(value)),
      'takes an origin: nothing may follow the host and port',
    )
    .transform((value) => new URL(value).origin);

/** Origins separated by commas. */
export const origins = (what: string) =>
  z
    .string()
    .transform((value) => value.split(',').map((each) => each.trim()))
    .pipe(z.array(origin(what)));

/** The origin of the desk, or the address of its list there. */
export const deskAddress = z
  .string()
  .transform((value) => value.replace(/\/callbacks\/?$/, ''))
  .pipe(origin('the http or https origin of the desk, such as https://desk.example.com'));

/** The host of a service, which is asked over https, or a whole origin. */
export const hostOrOrigin = z
  .string()
  .transform((value) => (/^https?:\/\//.test(value) ? value : `https://${value}`))
  .refine(
    (value) => URL.canParse(value) && isOrigin(new URL(value)),
    'takes a host, or an origin such as http://127.0.0.1:4010',
  )
  .transform((value) => new URL(value).origin);

function isOrigin({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && !search && !hash && !username && !password;
}
