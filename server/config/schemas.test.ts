import { expect, test } from 'vitest';
import { telHref } from '../../shared/site/company.ts';
import { readConfig } from './config.ts';

test.each([
  ['+44 (0)800 222 3333', '0800 222 3333', 'tel:+448002223333'],
  ['02079460123', '020 7946 0123', 'tel:+442079460123'],
  ['020 8000 1111 ext 5', '020 8000 1111 ext. 5', 'tel:+442080001111;ext=5'],
  ['020-8000-1111 x12', '020 8000 1111 ext. 12', 'tel:+442080001111;ext=12'],
  ['+353 1 234 5678', '+353 1 234 5678', 'tel:+35312345678'],
  ['00 1 212 555 0100', '+1 212 555 0100', 'tel:+12125550100'],
  ['01534 123456', '01534 123456', 'tel:+441534123456'],
  ['0800 1111', '0800 1111', 'tel:+448001111'],
])('%s is shown as %s and linked as %s', (given, shown, link) => {
  const { company } = readConfig({ COMPANY_PHONE: given });
  expect(company.phone).toBe(shown);
  expect(telHref(company.phone)).toBe(link);
});

// https://www.ofcom.org.uk/phones-and-broadband/phone-numbers/numbers-for-drama
test.each([
  '0113 496 0999',
  '020 7946 0123',
  '029 2018 0123',
  '01632 960123',
  '07700 900123',
  '0808 157 0123',
  '03069 990123',
])("Ofcom's number for drama %s passes", (phone) => {
  expect(() => readConfig({ COMPANY_PHONE: phone, COMPANY_PHONE_24H: phone })).not.toThrow();
});

test.each([
  ['COMPANY_PHONE', '020 7946 01234'],
  ['COMPANY_PHONE', 'call us'],
  ['COMPANY_PHONE_24H', '999'],
  ['COMPANY_PHONE_24H', '020 7946 0123 or 0124'],
  ['COMPANY_EMAIL', 'info at acme'],
  ['COMPANY_CLAIMS_EMAIL', 'a@b'],
  ['COMPANY_NUMBER', 'TBC'],
  ['COMPANY_NUMBER', '1234567'],
])('%s=%s stops the start', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: must be .*$`));
});

test.each(['SC123456', 'oc312345', 'IP00001R', '01234567'])('%s is a company number', (number) => {
  expect(readConfig({ COMPANY_NUMBER: number }).company.number).toBe(number.toUpperCase());
});
