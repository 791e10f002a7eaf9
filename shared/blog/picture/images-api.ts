/**
 * Only the content service resizes, and only pictures; this site's own drawings have a path and no
 * host.
 */
export function isResizable(url: string): boolean {
  return /^(?:https?:)?\/\/(?!(?:downloads|videos)\.)/.test(url);
}

/**
 * An address with parameters of the Images API; what its query holds already is kept.
 * https://www.contentful.com/developers/docs/references/images-api/
 */
export function withParameters(url: string, asked: Record<string, string | number>): string {
  const [address = '', query] = url.replace(/#.*/, '').split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(asked)) parameters.set(name, String(value));
  return `${address}?${parameters}`;
}
