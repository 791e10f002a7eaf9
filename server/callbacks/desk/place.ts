/** The part of the list on the screen. Every link and form that comes back to it carries this. */
export interface Place {
  /** Part of a mobile number. */
  mobile?: string;
  /** Id of the request before the first. */
  after?: string;
}

/** The address of a place in the list, or of an action taken from there. */
export function deskAddress(path: string, { mobile, after }: Place): string {
  const query = new URLSearchParams({ ...(mobile && { mobile }), ...(after && { after }) });
  return query.size > 0 ? `${path}?${query}` : path;
}
