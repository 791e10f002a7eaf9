/** What the specification shows until data has arrived. */
export function Loading() {
  return <span role="status">Loading...</span>;
}
