import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { phoneWarning, suggestEmail } from './doubts.ts';
import { CALLBACK_FIELDS, type CallbackField, FIELD_NAMES, VISIBLE_FIELDS } from './fields.ts';

/** Returns a document without its line breaks. */
const documentOf = (name: string) => readFileSync(`docs/${name}.md`, 'utf8').replace(/\s+/g, ' ');

describe('callback fields', () => {
  test('have the order of the specification, and a message', () => {
    const specified = documentOf('specification').matchAll(
      /'([^']+)' \((text|tel|email), '([^']+)'\)/g,
    );
    expect(VISIBLE_FIELDS.map((field) => [field.label, field.type, field.placeholder])).toEqual(
      [...specified].map(([, ...parts]) => parts),
    );
    expect(FIELD_NAMES).toContain('message');
  });

  test('are those that other systems can rely on', () => {
    const text = documentOf('interface');
    const names = new Intl.ListFormat('en-GB').format(FIELD_NAMES.map((name) => `\`${name}\``));
    expect(text).toContain(`with ${names}.`);
    const limits = CALLBACK_FIELDS.map(
      ({ name, limit }) => `${name} ${limit.toLocaleString('en-GB')}`,
    );
    expect(text).toContain(`too long: ${limits.join(', ')} characters`);
    expect(text).toContain(`{id, receivedAt, ${FIELD_NAMES.join(', ')}, page, source, flags}`);
  });

  test('do not compile without the message of a required one, or its autoComplete', () => {
    const field = { name: 'name', called: 'name', type: 'text', limit: 1, required: true } as const;
    const problem = 'Enter your name';
    // @ts-expect-error: the message is missing
    const silent: CallbackField = { ...field, autoComplete: 'name' };
    // @ts-expect-error: what browsers complete is missing
    const typed: CallbackField = { ...field, problem };
    const complete: CallbackField = { ...field, problem, autoComplete: 'name' };
    expect([silent, typed, complete]).toHaveLength(3);
  });

  test('have an asterisk when required', () => {
    for (const { label, required } of VISIBLE_FIELDS)
      expect(label?.endsWith(' *')).toBe(required === true);
  });
});

describe('suggestEmail', () => {
  test.each([
    ['Sam.Field@gmial.com', 'Sam.Field@gmail.com'],
    [' sam@GMAI.COM ', 'sam@gmail.com'],
    ['sam@gmail.con', 'sam@gmail.com'],
    ['sam@hotmial.co.uk', 'sam@hotmail.co.uk'],
    ['sam@yaho.co.ik', 'sam@yahoo.co.uk'],
    ['sam@iclod.com', 'sam@icloud.com'],
    ['sam@outlock.cm', 'sam@outlook.com'],
    ['sam@btinternt.comm', 'sam@btinternet.com'],
    ['sam@gmail.om', 'sam@gmail.com'],
    ['sam@yahoo.couk', 'sam@yahoo.co.uk'],
  ])('suggests for %j: %s', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  test.each([
    'sam@gmail.com',
    'sam@ymail.com',
    'sam@mail.com',
    'sam@yahoo.co.uk',
    'sam@example.om',
    'sam@gmial.example.com',
    'sam@constructor.com',
    'sam',
    '@gmial.com',
    'sam and@gmial.com',
    'sam@gmial.com.',
    '',
  ])('%j may be right', (typed) => {
    expect(suggestEmail(typed)).toBeUndefined();
  });
});

describe('phoneWarning', () => {
  test.each([
    '07700 900123',
    '(07700) 900-123',
    '+44 7700 900123',
    '+44 (0)7700 900123',
    '0044 7700 900123',
    '00440 7700 900123',
    '020 7946 0123',
    '01204 52345',
    '7700900123',
    '07700 004412',
    '+353 85 123 4567',
    '+49 1512 3456789',
    '0033 6 12 34 56 78',
    '+1 (212) 555-0123',
    '',
    'ring the shop',
    '٠٧٧٠٠ ٩٠٠١٢٣',
    '０７７００ ９００１２３',
    '+४४ ७७०० ९००१२३',
  ])('%j may be right', (typed) => {
    expect(phoneWarning(typed)).toBeUndefined();
  });

  test.each([
    ['07700 90012', 'This number has 10 digits. UK mobile numbers have 11.'],
    ['07700 9001234', 'This number has 12 digits. UK mobile numbers have 11.'],
    ['+44 7700 90012', 'This number has 10 digits. UK mobile numbers have 11.'],
    ['020 7946', 'This number has 7 digits. Is it right?'],
    ['٠٧٧٠٠ ٩٠٠١٢', 'This number has 10 digits. UK mobile numbers have 11.'],
    ['020 7946 01234', 'This number has 12 digits. Is it right?'],
    ['0', 'This number has 1 digit. Is it right?'],
    ['+1', 'This number has 1 digit. Is it right?'],
    ['+44', 'This number has 2 digits. Is it right?'],
    ['+440', 'This number has 3 digits. Is it right?'],
    ['+44 (0)', 'This number has 2 digits. Is it right?'],
    ['0044', 'This number has 4 digits. Is it right?'],
    ['+44 7', 'This number has 2 digits. UK mobile numbers have 11.'],
    ['999', 'This number has 3 digits. Is it right?'],
    ['+1234567890123456', 'This number has 16 digits. Is it right?'],
  ])('warns about %j', (typed, remark) => {
    expect(phoneWarning(typed)).toBe(remark);
  });
});
