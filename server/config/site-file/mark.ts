import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { readRegularFileSync } from '../read-regular-file.ts';

/** The owner's mark, which is only ever a picture. */
export interface Mark {
  /** The URL path. */
  path: string;
  contentType: string;
  body: Buffer;
}

const MAX_SVG_BYTES = 64_000;
const MIN_PNG_PX = 256;
const MAX_PNG_PX = 2048;

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * Reads the mark that the site file names.
 * @param folder the folder of the site file
 * @returns the mark, or the issue
 */
export function readMark(name: string, folder: string): { mark: Mark } | { issue: string } {
  const file = join(folder, name);
  let body: Buffer;
  try {
    // A link of the file system may lead out of the folder, too.
    const isInside = realpathSync.native(file).startsWith(realpathSync.native(folder) + sep);
    if (!isInside) return { issue: 'must be a file in the folder of the site file' };
    body = readRegularFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { issue: `the file cannot be read (${code})` };
  }
  if (/\.png$/i.test(name)) {
    if (!isValidPng(body))
      return {
        issue: `must be a square PNG of ${MIN_PNG_PX} to ${MAX_PNG_PX} pixels a side`,
      };
    return { mark: { path: '/favicon.png', contentType: 'image/png', body } };
  }
  if (body.length > MAX_SVG_BYTES || !isSquareSvg(body.toString()))
    return { issue: 'must be a square SVG of 64 kB or less' };
  return { mark: { path: '/favicon.svg', contentType: 'image/svg+xml; charset=utf-8', body } };
}

/** Tells whether it is a square PNG, by the header chunk (PNG specification, section 11.2.1). */
function isValidPng(body: Buffer): boolean {
  if (body.length < 24 || !body.subarray(0, 8).equals(PNG_SIGNATURE)) return false;
  const [width, height] = [body.readUInt32BE(16), body.readUInt32BE(20)];
  return width === height && width >= MIN_PNG_PX && width <= MAX_PNG_PX;
}

/** Tells whether the outermost element is a square `svg`, by its viewBox or else by its size. */
function isSquareSvg(text: string): boolean {
  const withoutComments = text.replace(/<!--[\s\S]*?-->/g, '');
  const [, attributes] = /<(?:\w+:)?svg\b([^>]*)>/.exec(withoutComments) ?? [];
  if (attributes === undefined) return false;
  const attributeOf = (name: string) =>
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1];
  const [, , width, height] = (attributeOf('viewBox') ?? '').trim().split(/[\s,]+/);
  const sides = [width ?? attributeOf('width'), height ?? attributeOf('height')].map((side) =>
    Number.parseFloat(side ?? ''),
  );
  return Number(sides[0]) > 0 && sides[0] === sides[1];
}
