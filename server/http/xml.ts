/** Outside the Char production of XML 1.0 (section 2.2): a parser refuses the whole document. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text without the characters that XML 1.0 forbids even when escaped. */
export const xmlCharacters = (text: string) => text.replace(FORBIDDEN, '');

/** Text for element content, of XML and of HTML alike. */
export const escapeText = (text: string) =>
  xmlCharacters(text).replace(/[&<>]/g, (char) => ENTITIES[char] as string);

/** Escapes quotes too, as attributes need and the sitemap protocol requires everywhere. */
export const escapeXml = (text: string) =>
  xmlCharacters(text).replace(/[&<>"']/g, (char) => ENTITIES[char] as string);
