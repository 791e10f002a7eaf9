import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

/** The elements by which a page is weighed; a section, a form or a script counts by itself. */
const PARTS =
  /<style\b.*?<\/style>|<script\b.*?<\/script>|<header\b.*?<\/header>|<section\b.*?<\/section>|<footer\b.*?<\/footer>|<(?:meta|link)\b[^>]*>/gs;
const LISTED = 6;
const NAME_LENGTH = 60;

/**
 * Says what is wrong with a page that weighs too much: by how many bytes, and how many its largest
 * parts take. A part takes what compression would save without it.
 * @param answer as it crosses the wire, in brotli
 */
export function overweight(path: string, answer: Buffer, limit: number): string {
  const body = answer.indexOf('\r\n\r\n') + 4;
  const html = brotliDecompressSync(answer.subarray(body)).toString();
  const compressed = (text: string) => brotliCompressSync(text).length;
  const whole = compressed(html);
  const parts = Array.from(html.matchAll(PARTS), ([part]) => ({
    name: part.slice(0, NAME_LENGTH),
    bytes: whole - compressed(html.replace(part, () => '')),
  }));
  parts.push({ name: 'headers', bytes: body });
  const largest = parts.sort((a, b) => b.bytes - a.bytes).slice(0, LISTED);
  return [
    `${path} has ${answer.length} bytes, ${answer.length - limit} more than ${limit}. Its largest parts:`,
    ...largest.map(({ name, bytes }) => `  ${bytes} ${name}`),
  ].join('\n');
}
