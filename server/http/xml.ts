/** Characters outside XML 1.0 (section 2.2), for which a parser refuses the whole document. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Removes the characters that XML 1.0 forbids even when escaped. */
export const stripInvalidXml = (text: string) => text.replace(FORBIDDEN, '');

/** Escapes text for element content of XML and HTML. */
export const escapeText = (text: string) =>
  stripInvalidXml(text).replace(/[&<>]/g, (char) => ENTITIES[char] as string);

/** Escapes quotes too, as attributes need and the sitemap protocol requires everywhere. */
export const escapeXml = (text: string) =>
  stripInvalidXml(text).replace(/[&<>"']/g, (char) => ENTITIES[char] as string);
