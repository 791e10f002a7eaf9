import { expect, test } from 'vitest';
import { decodeRecords, encodeRecord, type StoredCallback } from './record.ts';

const record = (id: string, message = ''): StoredCallback => ({
  id,
  receivedAt: '2026-01-02T03:04:05.678Z',
  fields: { name: 'Zoë 👩‍🔧', mobile: '07700 900123', email: 'zoe@example.com', message },
  flags: ['fast'],
  spooled: false,
});
const encode = (...records: StoredCallback[]) => Buffer.from(records.map(encodeRecord).join(''));

test('records come back as they went in, line breaks and separators included', () => {
  const records = [
    record('a', 'one\r\ntwo\u2028three'),
    record('b', '"quotes" \\ and 7 12345678 {}'),
  ];
  expect(decodeRecords(encode(...records))).toEqual({ records, damaged: [], closed: true });
});

test('cut at every byte, every record before the cut is read and the rest is set apart', () => {
  const whole = encode(record('a'), record('b'));
  const [first, second] = [encode(record('a')).length, whole.length];
  for (let length = 0; length <= whole.length; length++) {
    const { records: found, damaged } = decodeRecords(whole.subarray(0, length));
    // A record that lacks but its line break is complete by its length and checksum.
    expect(found.map(({ id }) => id)).toEqual(
      length >= second - 1 ? ['a', 'b'] : length >= first - 1 ? ['a'] : [],
    );
    const accounted = encode(...found).length + Buffer.concat(damaged).length;
    expect(accounted - length).toBeOneOf([0, 1]);
  }
});

test('with any one byte changed, the other records are still read', () => {
  const whole = encode(record('a'), record('b'), record('c'));
  const length = encode(record('a')).length;
  for (let at = length; at < 2 * length; at++) {
    const spoilt = Buffer.from(whole);
    spoilt[at] = (spoilt[at] as number) ^ 0x15;
    const ids = decodeRecords(spoilt).records.map(({ id }) => id);
    // The line break between two records is shared: without it both are unreadable as lines, and
    // are set apart together.
    expect(ids).toEqual(at === 2 * length - 1 ? ['a'] : ['a', 'c']);
  }
});

test('zeros, as file systems leave them after a power cut, are no records', () => {
  const { records, damaged } = decodeRecords(
    Buffer.concat([encode(record('a')), Buffer.alloc(4096)]),
  );
  expect(records).toHaveLength(1);
  expect(Buffer.concat(damaged)).toHaveLength(4096);
});
