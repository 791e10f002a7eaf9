import { CALLBACK_FIELDS } from '../../shared/callback/fields.ts';
import type { RequestSource } from '../../shared/callback/request-source.ts';
import { capitalize } from '../../shared/site/claims.ts';
import { describePhoneNumber } from './phone-number.ts';
import { describeFlags, type StoredCallback } from './store/stored-callback.ts';

/** A labelled value. `remark` stands beside the value, outside its link. */
export type LabelledValue = readonly [
  name: string,
  value: string,
  link?: string | undefined,
  remark?: string | undefined,
];

/** Lists what a request contains, without fields that were left empty. */
export function factsOf(
  request: Pick<StoredCallback, 'id' | 'fields' | 'page' | 'source' | 'flags'>,
): LabelledValue[] {
  const { id, fields, page, source } = request;
  const typed = CALLBACK_FIELDS.map(({ name, called, type }): LabelledValue => {
    const value = fields[name];
    if (type !== 'tel') return [capitalize(called), value];
    const { text, href, remark } = describePhoneNumber(value);
    return [capitalize(called), text, href, remark];
  });
  const known: LabelledValue[] = [
    ...typed,
    ['Sent from page', page ?? ''],
    ['Campaign', source ? describeSource(source) : ''],
    ['Possible spam', describeFlags(request)],
    ['Reference', id],
  ];
  return known.filter(([, value]) => value !== '');
}

/** Describes the campaign that brought a caller: `spring-sale (source: google, medium: cpc)`. */
export function describeSource({ source, medium, campaign }: RequestSource): string {
  const details = [source && `source: ${source}`, medium && `medium: ${medium}`];
  const known = details.filter((detail) => detail !== null).join(', ');
  if (campaign === null) return known;
  return known ? `${campaign} (${known})` : campaign;
}
