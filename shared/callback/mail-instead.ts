/** Providers, as the part of a domain before its ending, and what people type for them. */
const SLIPS: Record<string, string> = {
  gmail: 'gmial gmai gmal gamil gmali gmaill gnail gmil',
  hotmail: 'hotmial hotmal hotmai hotmali hotmaill hotnail homail',
  outlook: 'outlok outloo outlock outloook oulook',
  yahoo: 'yaho yahooo yhoo yaoo yahho',
  icloud: 'iclod icoud iclould icluod',
  btinternet: 'btintenet btinternt btinterent',
};
/** Of the providers above, and the beginning of no ending that is right; some are endings of other countries, hence nowhere else. */
const ENDINGS: Record<string, string> = {
  con: 'com',
  cm: 'com',
  comm: 'com',
  om: 'com',
  'co.ik': 'co.uk',
  couk: 'co.uk',
};

/** The address that a mistyped one of a large provider probably means; undefined for all others. */
export function mailInstead(typed: string): string | undefined {
  const [, user, name = '', ending = ''] =
    /^(\S+@)([a-z]+)\.([a-z]+|co\.[a-z]{2})$/.exec(typed.trim().toLowerCase()) ?? [];
  const provider = Object.keys(SLIPS).find(
    (known) => known === name || SLIPS[known]?.split(' ').includes(name),
  );
  if (!user || !provider) return undefined;
  const meant = `${provider}.${ENDINGS[ending] ?? ending}`;
  return meant === `${name}.${ending}` ? undefined : typed.trim().slice(0, user.length) + meant;
}
