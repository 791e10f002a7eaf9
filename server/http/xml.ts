/**
 * Everything outside the Char production of XML 1.0 (section 2.2): one such character and a parser
 * refuses the whole document.
 */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text without the characters that XML 1.0 forbids even when escaped. */
export function xmlCharacters(text: string): string {
  return text.replace(FORBIDDEN, '');
}

/** Text for element content, of XML and of HTML alike. */
export function escapeText(text: string): string {
  return xmlCharacters(text).replace(/[&<>]/g, (char) => ENTITIES[char] as string);
}

/**
 * The same with quotes escaped too, as attributes need and the sitemap protocol requires
 * everywhere.
 */
export function escapeXml(text: string): string {
  return xmlCharacters(text).replace(/[&<>"']/g, (char) => ENTITIES[char] as string);
}
