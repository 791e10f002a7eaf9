import { DAYS, type OpeningHours } from '../../shared/site/company.ts';
import { spokenHours } from '../../shared/site/opening-hours.ts';

type Day = (typeof DAYS)[number];

const DAY_NAMES: readonly RegExp[] = [
  /^mon?(days?)?$/,
  /^tue?(s|sdays?)?$/,
  /^weds?(nesdays?)?$/,
  /^thu?(r|rs|rsdays?)?$/,
  /^fri?(days?)?$/,
  /^sat?(urdays?)?$/,
  /^sun?(days?)?$/,
];

const GROUPS: Readonly<Record<string, readonly Day[]>> = {
  weekdays: DAYS.slice(0, 5),
  weekends: DAYS.slice(5),
  daily: DAYS,
  everyday: DAYS,
};

const TIME = /(\d{1,2})(?:[:.]?(\d{2}))?\s*([ap])?(?:\.?m\.?)?|noon|midday/.source;
const HOURS = new RegExp(`(?<days>[^\\d]*?)\\s*(?<opens>${TIME})\\s*-\\s*(?<closes>${TIME})`, 'y');

/**
 * Opening times as people write them: `9am-5.30pm` (from Monday to Friday), `Mon-Fri 9-5, Sat 10am
 * to 2pm, Sun closed`.
 * @returns null for what cannot be understood
 */
export function parseOpeningHours(text: string): OpeningHours[] | null {
  const plain = text
    .toLowerCase()
    .replace(/[–—]|\b(?:to|till|until|through)\b/g, '-')
    .replace(/\bevery day\b|\b7 days a week\b/g, 'daily')
    .replace(/&|\band\b/g, ',')
    .replace(/\b12 (?=noon|midday)/g, '')
    .replace(/(?:\b(?:mon|tue|wed|thu|fri|sat|sun|week)[a-z]*[\s,:-]*)+closed\b/g, ' ')
    .replace(/\s*-\s*/g, '-');
  const all: OpeningHours[] = [];
  HOURS.lastIndex = 0;
  let end = 0;
  for (let match = HOURS.exec(plain); match; match = HOURS.exec(plain)) {
    const { days: named = '', opens = '', closes = '' } = match.groups ?? {};
    const days = parseDays(named) ?? (isSeparator(named) && (all.at(-1)?.days ?? DAYS.slice(0, 5)));
    const from = minutesOf(opens);
    const to = minutesOf(closes);
    if (!days || from === null || to === null) return null;
    const [opensAt, closesAt] = inOrder(from, to, opens, closes);
    if (opensAt >= closesAt) return null;
    all.push({ days: [...days], opens: clock(opensAt), closes: clock(closesAt) });
    end = HOURS.lastIndex;
  }
  return all.length > 0 && isSeparator(plain.slice(end)) ? all : null;
}

/** Formats opening hours as an owner may type them. */
export const formatOpeningHours = (hours: readonly OpeningHours[]) =>
  hours.map(spokenHours).join('; ').replaceAll('\u00a0', ' ');

const isSeparator = (text: string) => /^[\s,;:.]*$/.test(text);

/** @returns null when the text names no day, or something else */
function parseDays(text: string): Day[] | null {
  const days: Day[] = [];
  for (const part of text.split(/[,;:\s]+/).filter(Boolean)) {
    const [first = '', last = first, ...more] = part.split('-');
    const group = GROUPS[first] ?? GROUPS[`${first}s`];
    const [from, to] = [dayIndex(first), dayIndex(last)];
    if (group && last === first) days.push(...group);
    else if (from < 0 || to < 0 || more.length > 0) return null;
    else
      for (let index = from; ; index = (index + 1) % 7) {
        days.push(DAYS[index] as Day);
        if (index === to) break;
      }
  }
  return days.length > 0 ? days : null;
}

const dayIndex = (name: string) => DAY_NAMES.findIndex((rule) => rule.test(name));

/** Returns the minutes since midnight; null for anything but a time. */
function minutesOf(time: string): number | null {
  if (/noon|midday/.test(time)) return 12 * 60;
  const [, hours = '', minutes = '0', half] = new RegExp(`^${TIME}$`).exec(time.trim()) ?? [];
  const hour = half ? (Number(hours) % 12) + (half === 'p' ? 12 : 0) : Number(hours);
  const isTime = hours !== '' && hour < 24 && Number(minutes) < 60 && !(half && Number(hours) > 12);
  return isTime ? hour * 60 + Number(minutes) : null;
}

/** Completes missing am and pm: `9-5` closes in the afternoon, and `1-5.30pm` opens then too. */
function inOrder(from: number, to: number, opens: string, closes: string): [number, number] {
  const noon = 12 * 60;
  if (/p/.test(closes) && !/[apn]/.test(opens) && from < 7 * 60 && from + noon < to)
    return [from + noon, to];
  return [from, to <= from && to < noon && !/[ap]/.test(closes) ? to + noon : to];
}

const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
