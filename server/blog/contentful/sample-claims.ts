import { type Facts, wordingOf } from '../../../shared/site/claims.ts';

/**
 * What the posts of content/blog.json claim, each with what stands in its place under the claims of
 * a company.
 */
export function sampleClaims(facts: Facts): [claimed: string, instead: string][] {
  const { weeks, noExcess, brandedParts, dayAndNight, ...wording } = wordingOf(facts);
  const hours = wording.hours.replace('\u00a0', ' ');
  const byDayAndNight = (claimed: string, instead = ''): [string, string] => [
    claimed,
    dayAndNight ? claimed : instead,
  ];
  return [
    [
      ', normally in about 10 hours. In some cases it is 10 hours or less.',
      hours ? `, normally in about ${hours}. In some cases it is ${hours} or less.` : '.',
    ],
    ['About 10 hours', hours ? `About ${hours}` : 'Next'],
    [
      'The claims process takes 2–4\u00a0weeks. Here is what happens in that time',
      weeks
        ? `The claims process takes ${weeks}. Here is what happens in that time`
        : 'Here is what happens while a claim goes on',
    ],
    [
      'The claims process takes 2–4\u00a0weeks when fault is accepted. Most of that time',
      weeks
        ? `The claims process takes ${weeks} when fault is accepted. Most of that time`
        : 'Most of the time',
    ],
    [
      'The 2–4\u00a0weeks are for a claim that nobody disputes. It takes',
      weeks ? `The ${weeks} are for a claim that nobody disputes. It takes` : 'A claim takes',
    ],
    [
      'grade A, under 3 years old and fully comprehensively insured',
      wording.vehicle.replace('\u00a0', ' '),
    ],
    [', and there is no excess to pay', noExcess ? ', and there is no excess to pay' : ''],
    [' with branded parts', brandedParts ? ' with branded parts' : ''],
    byDayAndNight(' at any hour of the day'),
    byDayAndNight(', at any hour'),
    byDayAndNight('Out at any hour', 'Out on the road'),
    byDayAndNight(' Recovery is available 24/7.'),
    byDayAndNight(
      'Recovery and our 24-hour helpline run 24/7, and that includes Christmas Day and New Year’s Day. ',
    ),
    byDayAndNight(': we are here', ' on the road'),
  ];
}
