import { CHANNELS } from './channels.ts';
import { splitAddresses } from './checks.ts';
import type { Name } from './variables.ts';

/** All of them or none. */
const TOGETHER: readonly (readonly Name[])[] = [
  ['CONTENTFUL_SPACE_ID', 'CONTENTFUL_ACCESS_TOKEN'],
  ['CONTENTFUL_PREVIEW_TOKEN', 'PREVIEW_SECRET'],
];

/** The first has no effect without the second. */
const NEEDS: readonly (readonly [name: Name, needed: Name])[] = [
  ['CONTENTFUL_PREVIEW_TOKEN', 'CONTENTFUL_SPACE_ID'],
  ['DESK_PORT', 'DESK_PASSWORD'],
];

/** Lists the variables that are missing beside those that are set, one per line. */
export function missingNeighbours(given: Record<string, string>): string[] {
  const isSet = (name: Name) => name in given;
  const ofChannels = Object.values(CHANNELS).map(({ needs }): readonly Name[] => needs(given));
  const faults = [...TOGETHER, ...ofChannels].flatMap((group) => {
    const present = group.filter(isSet);
    return present.length === 0
      ? []
      : group
          .filter((name) => !isSet(name))
          .map((name) => `${name}: must be set when ${present.join(' and ')} is`);
  });
  for (const [name, needed] of NEEDS)
    if (isSet(name) && !isSet(needed)) faults.push(`${needed}: must be set when ${name} is`);
  if (given.CANONICAL_HOST === 'on' && !isSet('SITE_URL'))
    faults.push('CANONICAL_HOST: takes on only beside SITE_URL');
  if (given.CALLBACK_SPOOL === 'on' && !isSet('PHP_BACKEND_URL'))
    faults.push('CALLBACK_SPOOL: takes on only beside PHP_BACKEND_URL');
  const formats = given.CALLBACK_WEBHOOK_FORMAT?.split(',').length ?? 1;
  if (formats > 1 && formats !== splitAddresses(given.CALLBACK_WEBHOOK_URL ?? '').length)
    faults.push('CALLBACK_WEBHOOK_FORMAT: takes one for all addresses, or one for each');
  if (given.CALLBACK_CONFIRMATION === 'on' && !isSet('SMTP_URL'))
    faults.push('CALLBACK_CONFIRMATION: takes on only beside SMTP_URL');
  return faults;
}
