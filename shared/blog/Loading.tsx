/** Shown until data has arrived (docs/specification.md, section 3). */
export function Loading() {
  return <span role="status">Loading...</span>;
}
