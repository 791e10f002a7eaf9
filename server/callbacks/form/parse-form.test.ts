import { expect, test } from 'vitest';
import { CALLBACK_FIELDS, FIELD_NAMES } from '../../../shared/callback/fields.ts';
import { callbackFields } from '../../../test/support/typed.ts';
import { parseForm } from './parse-form.ts';

const GOOD = callbackFields({ name: 'Ann Lee', mobile: '07700 900123', email: 'ann@example.com' });
const check = (changes: Record<string, string> = {}) =>
  parseForm(Buffer.from(new URLSearchParams({ ...GOOD, ...changes }).toString()));
const checkRaw = (text: string | Buffer) => parseForm(Buffer.from(text));
/** Every field except the name, encoded as it is sent. */
const { name: _, ...others } = GOOD;
const rest = `&${new URLSearchParams(others)}`;
/** The number of pairs that fit beside these. */
const LEFT = 50 - FIELD_NAMES.length;

test('accepts what the form sends, trimmed, with accents and emoji', () => {
  expect(check()).toEqual({ kind: 'accepted', fields: GOOD, flags: [], source: null });
  expect(check({ name: '  Zoë 👩‍🔧 O’Neil ', message: 'First line\r\nsecond line' })).toEqual({
    kind: 'accepted',
    fields: { ...GOOD, name: 'Zoë 👩‍🔧 O’Neil', message: 'First line\r\nsecond line' },
    flags: [],
    source: null,
  });
  expect(checkRaw(`name=Zoë${rest}`)).toMatchObject({ fields: { name: 'Zoë', message: '' } });
});

test.each(CALLBACK_FIELDS.filter(({ required }) => required))(
  'rejects a form with an empty or blank $name, with the values as typed',
  ({ name, problem }) => {
    for (const blank of ['', '  '])
      expect(check({ [name]: blank })).toEqual({
        kind: 'refused',
        status: 422,
        values: { ...GOOD, [name]: blank },
        errors: { [name]: problem },
      });
  },
);

test.each(CALLBACK_FIELDS)(
  'accepts $limit characters in $name, of one UTF-16 unit or two, and no more',
  ({ name, limit }) => {
    for (const character of ['é', '🚗']) {
      expect(check({ [name]: character.repeat(limit) })).toMatchObject({ kind: 'accepted' });
      expect(check({ [name]: character.repeat(limit + 1) })).toMatchObject({
        status: 422,
        errors: { [name]: expect.stringContaining(`${limit} characters`) },
      });
    }
  },
);

test('counts a line break in the message as one character', () => {
  expect(check({ message: `${'x'.repeat(1998)}\r\n.` })).toMatchObject({ kind: 'accepted' });
  expect(check({ message: `${'x'.repeat(1998)}\r\n..` })).toMatchObject({ status: 422 });
});

test('accepts any format of e-mail addresses and phone numbers', () => {
  expect(check({ email: 'ann at example', mobile: 'ring the shop' })).toMatchObject({
    kind: 'accepted',
  });
});

test.each([
  [
    'a number copied from a list of contacts',
    'mobile',
    '\u202a07700\u00a0900123\u202c',
    '07700 900123',
  ],
  ['an isolated number', 'mobile', '\u2068+44\u00ad 7700\ufeff 900123\u2069', '+44 7700 900123'],
  [
    'a number with the marks of an emoji',
    'mobile',
    '0\ufe0f\u20e37700\u200d900123',
    '0\u20e37700900123',
  ],
  ['an address', 'email', '\u200eann@\u200bexample.com\u200c\ufe0f', 'ann@example.com'],
  ['a name with a tab', 'name', '\tAnn\tLee', 'Ann Lee'],
  ['a name that turns round', 'name', '\u202eAnn\u2066 Lee\u200f', 'Ann Lee'],
  ['a name with an emoji', 'name', '❤️ 👩‍🔧', '❤️ 👩‍🔧'],
  ['a Persian name', 'name', 'علی\u200cرضا', 'علی\u200cرضا'],
])('drops the invisible characters of %s', (_, name, sent, kept) => {
  expect(check({ [name]: sent })).toMatchObject({ kind: 'accepted', fields: { [name]: kept } });
});

test.each([
  ['tab', '\t'],
  ['no-break space', '\u00a0'],
  ['line separator', '\u2028'],
  ['paragraph separator', '\u2029'],
])('reads a %s in a single line as a space', (_, blank) => {
  const typed = (text: string) => text.replace(' ', blank);
  expect(check({ name: typed('Ann Lee'), mobile: typed(GOOD.mobile) })).toMatchObject({
    kind: 'accepted',
    fields: { name: 'Ann Lee', mobile: GOOD.mobile },
  });
  expect(check({ email: `${GOOD.email}${blank}` })).toMatchObject({ fields: GOOD });
  const { problem } = CALLBACK_FIELDS[0] as { problem: string };
  expect(check({ name: blank })).toMatchObject({ status: 422, errors: { name: problem } });
});

test('reads a tab in the message as a space, and every line separator as a line break', () => {
  expect(check({ message: 'a\tb\u2028c\u2029d\r\ne' })).toMatchObject({
    kind: 'accepted',
    fields: { message: 'a b\nc\nd\r\ne' },
  });
  expect(check({ message: '\t\u2028' })).toMatchObject({ fields: { message: '' } });
});

test.each([
  ['spaces', '\u200b\u00a0\u2060\u3000'],
  ['a joiner that emoji need', '\u200d'],
  ['a variation selector', '\ufe0f \u{e0100}'],
  ['a Hangul filler', '\u3164'],
  ['a Mongolian vowel separator', '\u180e'],
  ['a tag character', '\u{e0041}'],
  ['a blank of Braille', '\u2800'],
])('treats fields that show nothing as empty: %s', (_, blank) => {
  const errors = Object.fromEntries(
    CALLBACK_FIELDS.flatMap(({ name, problem }) => (problem ? [[name, problem]] : [])),
  );
  const sent = Object.fromEntries(CALLBACK_FIELDS.map(({ name }) => [name, blank]));
  expect(check(sent)).toMatchObject({ status: 422, errors });
  expect(check({ message: blank })).toMatchObject({ fields: { message: '' } });
});

test.each([
  ['a lone percent sign', `name=100%${rest}`],
  ['a cut escape', `name=%C${rest}`],
  ['escapes that are not UTF-8', `name=%FF%FE${rest}`],
  ['an overlong escape', `name=%C0%AF${rest}`],
  ['an encoded surrogate', `name=%ED%A0%80${rest}`],
  ['bytes that are not UTF-8', Buffer.from(`name=Zo\xeb${rest}`, 'latin1')],
  ['NUL', `name=Ann%00${rest}`],
  ['a header line', `name=Ann%0D%0ABcc:%20x%40example.com${rest}`],
  ['a line feed in the e-mail', `name=Ann&mobile=1&email=a%40b%0Ac`],
  ['DEL', `name=Ann%7F${rest}`],
  ['a C1 control', `name=Ann%C2%85${rest}`],
  ['a right-to-left override in the message', `name=Ann${rest}%E2%80%AEnnA`],
  ['a control in the message', `name=Ann${rest}a%1Bb`],
  ['a control in an unknown field', `name=Ann${rest}&x=%00`],
  ['a control in a name', `name=Ann${rest}&x%00=1`],
  ['a repeated field', `name=Ann&name=Ann${rest}`],
  ['a repeated field that is otherwise unknown', `name=Ann${rest}&x=1&x=2`],
  ['a field repeated in another spelling', `name=Ann${rest}&n%61me=Eve`],
])('responds 400 to %s', (_, body) => {
  expect(checkRaw(body)).toMatchObject({ status: 400, errors: {} });
});

test('removes control characters from the values for the form', () => {
  expect(checkRaw(`name=An%00n%0D%0A${rest}`)).toMatchObject({
    status: 400,
    values: { name: 'Ann', email: GOOD.email },
  });
});

test('accepts 50 pairs and no more, empty ones included', () => {
  const filler = (count: number) => Array.from({ length: count }, (_, index) => `&x${index}`);
  expect(checkRaw(`name=Ann${rest}${filler(LEFT).join('')}`)).toMatchObject({ kind: 'accepted' });
  expect(checkRaw(`name=Ann${rest}${filler(LEFT + 1).join('')}`)).toMatchObject({ status: 400 });
  expect(checkRaw(`name=Ann${rest}${'&'.repeat(LEFT)}`)).toMatchObject({ kind: 'accepted' });
  expect(checkRaw(`name=Ann${rest}${'&'.repeat(LEFT + 1)}`)).toMatchObject({ status: 400 });
});

test('accepts equals signs in a value', () => {
  expect(checkRaw(`name=Ann==Lee=${rest}`)).toMatchObject({ fields: { name: 'Ann==Lee=' } });
});

test('ignores unknown fields, whatever their names', () => {
  const body = `__proto__=x&constructor=y&toString=z&__proto__[flags]=1&&=v&a&name[]=Eve&+name=Eve&name=Ann${rest}`;
  expect(checkRaw(body)).toEqual({
    kind: 'accepted',
    fields: { ...GOOD, name: 'Ann' },
    flags: [],
    source: null,
  });
  expect(({} as Record<string, unknown>).flags).toBeUndefined();
  expect(checkRaw('__proto__=Ann')).toMatchObject({
    status: 422,
    errors: { name: expect.any(String) },
  });
});

test('flags a filled honeypot and an impossibly fast form, without rejecting them', () => {
  expect(check({ website: 'https://spam.example', elapsed: '150' })).toMatchObject({
    flags: ['honeypot', 'fast'],
  });
  expect(check({ website: '', elapsed: '3000' })).toMatchObject({ flags: [], source: null });
  for (const elapsed of ['-1', '1.5', '15 ms'])
    expect(check({ elapsed })).toMatchObject({ flags: [], source: null });
});
