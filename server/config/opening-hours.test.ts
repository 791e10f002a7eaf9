import { expect, test } from 'vitest';
import { DAYS } from '../../shared/site/company.ts';
import { formatOpeningHours, parseOpeningHours } from './opening-hours.ts';

const WEEK = DAYS.slice(0, 5);
const week = (opens: string, closes: string) => ({ days: WEEK, opens, closes });
const saturday = (opens: string, closes: string) => ({ days: ['Saturday'], opens, closes });

test.each([
  ['9am-5.30pm', [week('09:00', '17:30')]],
  ['09:00-17:30', [week('09:00', '17:30')]],
  ['9-5', [week('09:00', '17:00')]],
  ['0900 – 1730', [week('09:00', '17:30')]],
  ['9.30 a.m. to 12 noon', [week('09:30', '12:00')]],
  ['Mon-Fri 9am-5.30pm, Sat 10-2', [week('09:00', '17:30'), saturday('10:00', '14:00')]],
  [
    'Monday to Friday: 8am until 6pm; Saturday 10am-1pm',
    [week('08:00', '18:00'), saturday('10:00', '13:00')],
  ],
  ['weekdays 9-12 and 1-5.30pm', [week('09:00', '12:00'), week('13:00', '17:30')]],
  ['Mon - Fri 8am-9pm, Sat & Sun closed', [week('08:00', '21:00')]],
  ['Sunday: closed; weekdays 9-5', [week('09:00', '17:00')]],
  ['every day 8am to 8pm', [{ days: [...DAYS], opens: '08:00', closes: '20:00' }]],
  ['Tues, Thurs 10-4', [{ days: ['Tuesday', 'Thursday'], opens: '10:00', closes: '16:00' }]],
  ['Sat-Mon 10-4', [{ days: ['Saturday', 'Sunday', 'Monday'], opens: '10:00', closes: '16:00' }]],
])('%s are opening hours', (text, expected) => {
  const hours = parseOpeningHours(text);
  expect(hours).toEqual(expected);
  expect(parseOpeningHours(formatOpeningHours(hours ?? []))).toEqual(expected);
});

test.each([
  '',
  'always',
  '9',
  'nine to five',
  '25-26',
  '9:75-17:00',
  '5pm-9am',
  '13pm-5pm',
  'Maandag 9-5',
  '9-5 by appointment',
])('%j are none', (text) => {
  expect(parseOpeningHours(text)).toBeNull();
});
