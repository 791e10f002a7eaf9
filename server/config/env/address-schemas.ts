import * as z from 'zod';

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
    .trim()
    .refine(hasEncodedLogin, {
      message:
        'must have %23 for #, %2F for /, %3F for ?, %40 for @ and %25 for % in its user name and password',
      abort: true,
    })
    .pipe(urlWithProtocol(protocols, what));

export const postgresAddress = loginAddress(
  ['postgres:', 'postgresql:'],
  'the address of a PostgreSQL database: postgres://…',
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
