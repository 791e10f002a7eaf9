/**
 * Returns a warning about a phone number that is probably mistyped, in any layout; undefined for
 * one that may be right. It only counts digits, and rejects nothing: 11 for a UK mobile number, 10
 * or 11 for other national numbers, 7 to 15 with a country code (ITU-T E.164) and for anything
 * else.
 */
export function phoneWarning(typed: string): string | undefined {
  const number = inAsciiDigits(typed)
    .replace(/\(0\)|[^\d+]/g, '')
    .replace(/^(\+|00)440?(?=[1-9])/, '0');
  const { length } = number.replace('+', '');
  if (length === 0) return undefined;
  if (number.startsWith('07'))
    return length === 11
      ? undefined
      : `This number has ${length} digits. UK mobile numbers have 11.`;
  const [least, most] = /^0[1-9]/.test(number) ? [10, 11] : [7, 15];
  return length >= least && length <= most
    ? undefined
    : `This number has ${length} ${length === 1 ? 'digit' : 'digits'}. Is it right?`;
}

/**
 * Converts digits of other scripts, such as Arabic or full-width ones, to ASCII. Unicode has them
 * in runs of ten, from 0 to 9 (The Unicode Standard, section 4.6).
 */
export function inAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    let value = 0;
    const code = digit.codePointAt(0) ?? 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value % 10);
  });
}

/** Typing errors by provider, which is the part of a domain before its ending. */
const PROVIDER_TYPOS: Record<string, readonly string[]> = {
  gmail: ['gmial', 'gmai', 'gmal', 'gamil', 'gmali', 'gmaill', 'gnail', 'gmil'],
  hotmail: ['hotmial', 'hotmal', 'hotmai', 'hotmali', 'hotmaill', 'hotnail', 'homail'],
  outlook: ['outlok', 'outloo', 'outlock', 'outloook', 'oulook'],
  yahoo: ['yaho', 'yahooo', 'yhoo', 'yaoo', 'yahho'],
  icloud: ['iclod', 'icoud', 'iclould', 'icluod'],
  btinternet: ['btintenet', 'btinternt', 'btinterent'],
};
/**
 * Corrections of mistyped domain endings, for the providers above only: `.cm` is a valid domain
 * elsewhere.
 */
const ENDINGS: Record<string, string> = {
  con: 'com',
  cm: 'com',
  comm: 'com',
  om: 'com',
  'co.ik': 'co.uk',
  couk: 'co.uk',
};

/**
 * Returns the address that a mistyped one of a large provider probably means; undefined for all
 * others.
 */
export function suggestEmail(typed: string): string | undefined {
  const [, user, name = '', ending = ''] =
    /^(\S+@)([a-z]+)\.([a-z]+|co\.[a-z]{2})$/.exec(typed.trim().toLowerCase()) ?? [];
  const provider = Object.keys(PROVIDER_TYPOS).find(
    (known) => known === name || PROVIDER_TYPOS[known]?.includes(name),
  );
  if (!user || !provider) return undefined;
  const meant = `${provider}.${ENDINGS[ending] ?? ending}`;
  return meant === `${name}.${ending}` ? undefined : typed.trim().slice(0, user.length) + meant;
}

/** Tells whether a number or an e-mail address may be mistyped. */
export function hasDoubt({ mobile, email }: { mobile: string; email: string }): boolean {
  return Boolean(phoneWarning(mobile) ?? suggestEmail(email));
}
