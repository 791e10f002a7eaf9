import { expect, test } from 'vitest';
import { isCrossSite, isForm } from './request.ts';

const SITE = 'https://www.example.com';

test.each([
  ['application/x-www-form-urlencoded', true],
  ['Application/X-WWW-Form-URLencoded; charset=UTF-8', true],
  ['application/x-www-form-urlencoded;charset="utf8"', true],
  ['application/x-www-form-urlencoded; charset=iso-8859-1', false],
  ['multipart/form-data; boundary=x', false],
  ['application/json', false],
  ['text/plain', false],
  ['', false],
])('the content type %j is a form: %s', (type, expected) => {
  expect(isForm({ 'content-type': type })).toBe(expected);
});

test('a compressed body is not a form, nor is one without a content type', () => {
  expect(
    isForm({ 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' }),
  ).toBe(false);
  expect(isForm({})).toBe(false);
});

test.each([
  ['no header of a browser', {}, false],
  ['its own origin', { origin: SITE, 'sec-fetch-site': 'same-origin' }, false],
  [
    'the host it was reached under',
    { origin: 'http://10.0.0.7:3000', host: '10.0.0.7:3000' },
    false,
  ],
  ['another origin', { origin: 'https://evil.example', host: 'www.example.com' }, true],
  ['a subdomain', { origin: 'https://shop.example.com', 'sec-fetch-site': 'same-site' }, true],
  ['another scheme', { origin: 'http://www.example.com', host: 'internal' }, true],
  ['a cross-site navigation', { 'sec-fetch-site': 'cross-site' }, true],
  ['an opaque origin', { origin: 'null' }, true],
  [
    'an opaque origin under strict privacy settings',
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    false,
  ],
  ['nonsense', { origin: 'www.example.com', host: 'www.example.com' }, true],
] as const)('a post is judged by the origin its browser names: %s', (_, headers, expected) => {
  expect(isCrossSite(headers, SITE)).toBe(expected);
});
