/** A line of `npm run golive`: what was found, and what the owner can do about it. */
export type Finding = readonly [what: string, todo: string];
