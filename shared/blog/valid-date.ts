/**
 * The moment that an editor's or the content service's date names, for the formats that insist on
 * one (sitemap, Atom, schema.org). A text that is no ISO 8601 calendar date gives undefined: such
 * posts are shown anyway.
 */
export function validDate(text: string): Date | undefined {
  const date = /^\d{4}-\d\d-\d\d(?:$|T)/.test(text) ? new Date(text) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}
