import { expect, test } from 'vitest';
import { FIELD_NAMES, VISIBLE_FIELDS } from './fields.ts';

test('a visitor fills in name, mobile number and e-mail address; a message is sent with them', () => {
  expect(VISIBLE_FIELDS.map(({ name }) => name)).toEqual(['name', 'mobile', 'email']);
  expect(FIELD_NAMES).toEqual(['name', 'mobile', 'email', 'message']);
});
