import type { Claims } from '../../shared/site/claims.ts';
import { textAt } from './pages.ts';
import type { TestSite } from './site.ts';

/** The words of each claim, with any value. */
export const MADE: Record<keyof Claims, RegExp> = {
  independent: /independent (?:UK )?accident management/gi,
  oneHandler: /one handler/gi,
  handlesClaim: /take it from there|whole claim|one company/gi,
  costsRecovered: /recover the costs/gi,
  delivered: /\bdeliver(?:ed)?\b|bring it to you|brought (?:me|to you)|it reaches you/gi,
  replacementHours: /about \d+ h(?:ou)?rs?\b|\d hrs?\b/gi,
  replacementSooner: /in some cases/gi,
  claimWeeks: /\d w(?:ee)?ks?\b/gi,
  vehicleGrade: /\bgrade \S\b/gi,
  vehicleYears: /under \d+ years?\b/gi,
  insured: /comprehensively/gi,
  makes: /\b(?:Ford|BMW|Hyundai|Mercedes|Tesla|Volkswagen)\b/g,
  vehicleTypes: /\b(?:Hatchbacks|SUVs)\b/g,
  vans: /\bvans\b|commercial vehicles|\bmy van\b/gi,
  motorcycles:
    /\bmotor(?:cycle|bike)s\b|\band riders\b|\bmy (?:motor)?bike|ride a motor|motorcyclists/gi,
  minibuses: /\bminibuses\b|, minibus\b/gi,
  taxis: /\btaxis\b|\btaxi (?:and private|drivers)|private[ -]hire|\bmy taxi\b/gi,
  noExcess: /no excess|£0|you pay nothing\./gi,
  noUpfrontCost:
    /up[- ]front|(?:nothing|no one)(?: yet|.{0,3} in the meantime)|not have to pay the bill|on hold|(?:payment|bill) waits|bill for later|without paying/gi,
  brandedParts: /branded/gi,
  explainsAgreement: /go through the agreement/gi,
  approved: /approved/gi,
  nationwide: /\bnational(?:ly)?\b/gi,
  chooseRepairer: /of your choice|your own repairer|your choices/gi,
  engineerReport:
    /\b(?:an|the) (?:independent )?engineer|engineer inspection|until it has been inspected|reports? (?:goes|on the damage|to (?:the )?insurers)/gi,
  independentEngineer: /independent engineer|engineer is independent/gi,
  recovery:
    /(?<![#-])\brecovery\b|recovered(?!\S| from| in full)|recover your vehicle|collect(?:ed)? (?:it|(?:my|your) (?:car|vehicle))/gi,
  recovery24h:
    /(?:recovery|recover|collect|truck|Recovery<\/dt><dd>)[^.<]{0,60}(?:24\/7|any hour)|24\/7 recovery|Recovery<\/dt><dd>24\/7/gi,
  storage: /secure(?:ly)? stor|store (?:it|your vehicle) securely|keep (?:it|your vehicle) safe/gi,
  legalSupport: /legal s(?:upport|ide)/gi,
  helpline24h:
    /24-hour|24 hours a day|(?:call|calls?) us[,]? at any hour|someone, day or night|every day\b/gi,
  experience: /of experience|\d\+? YRS?\b/gi,
  complaintHours: /48 hours/gi,
  complaintDays: /28 days/gi,
  complaintCopy: /internal complaints procedure/gi,
  dataNotSold: /sell them/gi,
};

/** Verbs of doing, and what is given without one. */
export const DOING =
  /\b(?:we|we’ll|we will|we can) (?!are\b|do not sell)[a-z]+|\bdelivered\b|you (?:get|pay|drive|hire) |reaches you|until (?:it|the)/i;

/**
 * Sentences with a verb of doing that stand on a site without claims: they name the trade, what the
 * law asks for, or a step that a visitor takes. Any other needs a claim.
 */
export const NO_PROMISE = [
  'If you hire through us and the claim fails',
  'If you hire through us, the agreement is in your name',
  'Repairs through bodyshops that we work with',
  'Accident repairs through bodyshops that we work with',
  'We arrange repairs at a bodyshop',
  'We arrange what you need',
  'We call you back on the number',
  'We can hire you a vehicle',
  'You can hire a replacement in the meantime',
  'We check that we can help',
  'We claim the cost of the hire and the repair from it',
  'We claim the costs from the at-fault driver’s insurer',
  'We do not claim on your policy',
  'and we do not claim on your policy: we claim from',
  'We help drivers after an accident',
  'We look after drivers of cars',
  'We use these details only to contact you',
  'We will call you on this number',
  'Here is what we do',
  'What we do for you',
  'What we offer with a repair',
  'Would you rather we called you',
  'Who we help',
  'What you pay',
  'what you drive and what you use it for',
  'You pay these as you would with your own vehicle',
  'You get it back',
  'You get the vehicle',
];

/**
 * Returns all words for readers and machines, with plain spaces; the claims' own JSON is left out.
 */
export const collapseSpaces = (text: string) =>
  text
    .replace(/<!--.*?-->|<style[\s\S]*?<\/style>/g, '')
    .replace(/<(?:\/?(?:b|bdi|strong|span|small|a)\b[^>]*)>/g, '')
    .replace(/\\?"claims\\?":\{[^}]*\}/g, '')
    .replaceAll('\u00a0', ' ');

export async function pagesOf(site: TestSite, paths: readonly string[]) {
  const outputs = new Map<string, string>();
  for (const path of paths) outputs.set(path, collapseSpaces(await textAt(site, path)));
  return outputs;
}

/** Lists what these rules find, each with its page. */
export function found(outputs: Map<string, string>, ...rules: RegExp[]): string[] {
  return [...outputs].flatMap(([path, text]) =>
    rules.flatMap((rule) => [...text.matchAll(rule)].map(([words]) => `${path}: ${words}`)),
  );
}
