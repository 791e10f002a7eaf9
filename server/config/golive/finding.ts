/** A line of `npm run golive`: what was found, and what the owner can do about it. */
export type Finding = readonly [what: string, todo: string];

/** Leaves out the findings whose condition is false. */
export const compact = (findings: readonly (Finding | false)[]): Finding[] =>
  findings.filter((finding) => finding !== false);
