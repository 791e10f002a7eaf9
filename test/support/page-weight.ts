import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

/**
 * The factor by which a page may exceed its budget. The budgets are those of the default content,
 * and `npm run test:full` holds it to them. `npm test` also runs where an owner has added sentences,
 * fields and pages, so it fails only at a weight that must be a mistake.
 */
export const TOLERANCE = process.env.FULL === 'on' ? 1 : 1.5;

export interface WeighedPage {
  path: string;
  /** The bytes that cross the wire, in brotli. */
  response: Buffer;
  /** Bytes that it should have at most. */
  budget: number;
}

/** Prints the weights, and describes the pages that are too heavy. */
export function reportWeights(name: string, pages: readonly WeighedPage[]): string {
  const weights = pages.map(
    ({ path, response, budget }) => `  ${response.length} of ${budget} ${path}`,
  );
  console.info(`Bytes on the wire, ${name}:\n${weights.join('\n')}`);
  return pages
    .filter(({ response, budget }) => response.length > budget * TOLERANCE)
    .map(describeOverweight)
    .join('\n');
}

/** The elements by which a page is weighed; a section, a form or a script counts by itself. */
const PARTS =
  /<style\b.*?<\/style>|<script\b.*?<\/script>|<header\b.*?<\/header>|<section\b.*?<\/section>|<footer\b.*?<\/footer>|<(?:meta|link)\b[^>]*>/gs;
const LISTED = 6;
const NAME_LENGTH = 60;

/**
 * Describes a page that weighs too much: by how many bytes, and how many its largest parts take. A
 * part takes what compression would save without it.
 */
function describeOverweight({ path, response, budget }: WeighedPage): string {
  const body = response.indexOf('\r\n\r\n') + 4;
  const html = brotliDecompressSync(response.subarray(body)).toString();
  const compressed = (text: string) => brotliCompressSync(text).length;
  const whole = compressed(html);
  const parts = Array.from(html.matchAll(PARTS), ([part]) => ({
    name: part.slice(0, NAME_LENGTH),
    bytes: whole - compressed(html.replace(part, () => '')),
  }));
  parts.push({ name: 'headers', bytes: body });
  const largest = parts.sort((a, b) => b.bytes - a.bytes).slice(0, LISTED);
  return [
    `${path} has ${response.length} bytes, ${response.length - budget} more than ${budget}. Its largest parts:`,
    ...largest.map(({ name, bytes }) => `  ${bytes} ${name}`),
  ].join('\n');
}
