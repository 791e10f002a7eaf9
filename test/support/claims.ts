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
