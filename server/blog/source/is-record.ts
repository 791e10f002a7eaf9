/** True for an object that has keys to look at: what comes from outside is `unknown` until then. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
