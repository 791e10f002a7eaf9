import { crc32, deflateSync } from 'node:zlib';

const MOST_COLOURS = 256;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const INDEXED_COLOUR = 3;

interface Pixels {
  width: number;
  height: number;
  /** Four bytes a pixel: red, green, blue, alpha. */
  rgba: Uint8Array;
}

/**
 * An opaque picture as a PNG with a palette (PNG, third edition). Flat artwork has a few colours
 * and the blends at its edges: the commonest 256 stay exact and the rest take the nearest, at a
 * third of the bytes.
 */
export function palettePng({ width, height, rgba }: Pixels): Buffer {
  const colours = Array.from({ length: width * height }, (_, pixel) => colourAt(rgba, pixel * 4));
  const palette = commonest(colours);
  const indexOf = new Map(palette.map((colour, index) => [colour, index]));
  const rows = Buffer.alloc((width + 1) * height);
  for (const [pixel, colour] of colours.entries()) {
    let index = indexOf.get(colour);
    if (index === undefined) {
      index = nearest(palette, colour);
      indexOf.set(colour, index);
    }
    // Each row starts with its filter type: 0, none, which suits indexed pictures best.
    rows[pixel + Math.floor(pixel / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, INDEXED_COLOUR], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk(
      'PLTE',
      Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    ),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const colourAt = (rgba: Uint8Array, at: number) =>
  ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0);

function commonest(colours: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_COLOURS)
    .map(([colour]) => colour);
}

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, other] of palette.entries()) {
    const red = (other >> 16) - (colour >> 16);
    const green = ((other >> 8) & 255) - ((colour >> 8) & 255);
    const blue = (other & 255) - (colour & 255);
    const distance = red * red + green * green + blue * blue;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
