import { promisify } from 'node:util';
import { crc32, deflate, inflateSync } from 'node:zlib';
import { channels } from '../config/colours.ts';

/** `#rrggbb` that is drawn, and the one that takes its place. */
export type Change = readonly [from: string, to: string];

/**
 * A PNG with a palette, of 8 bits and without filters, in other colours: as one of true colours,
 * because what is drawn below may share an entry of the palette with what changes.
 * @param end how many rows of pixels change
 * @param shares how much of each changed colour is in each entry of the palette there, 0 to 255:
 * entry by entry, change by change
 */
export async function recolouredPng(
  png: Buffer,
  end: number,
  shares: Buffer,
  changes: readonly Change[],
): Promise<Buffer> {
  const chunks = chunksOf(png);
  const all = (type: string) =>
    Buffer.concat(chunks.filter((chunk) => chunk.type === type).map(({ data }) => data));
  const palette = all('PLTE');
  const own = new Uint8ClampedArray(palette);
  changes.forEach(([from, to], change) => {
    const [before, after] = [channels(from), channels(to)];
    for (const [place, value] of own.entries()) {
      const share = (shares[Math.floor(place / 3) * changes.length + change] ?? 0) / 255;
      const difference = (after[place % 3] as number) - (before[place % 3] as number);
      own[place] = value + share * difference;
    }
  });
  const head = all('IHDR'); // PNG, section 11.2.1
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  head[9] = TRUE_COLOUR;
  const indices = inflateSync(all('IDAT'));
  const rows = Array.from({ length: height }, (_, row) => {
    const colours = row < end ? own : palette;
    const pixels = Buffer.alloc(1 + width * 3); // the first byte: no filter
    for (let pixel = 0; pixel < width; pixel += 1) {
      const entry = 3 * (indices[row * (width + 1) + 1 + pixel] as number);
      pixels.set(colours.subarray(entry, entry + 3), 1 + pixel * 3);
    }
    return pixels;
  });
  const data = await promisify(deflate)(Buffer.concat(rows), { level: 9 });
  return Buffer.concat([
    png.subarray(0, 8),
    ...[chunkOf('IHDR', head), chunkOf('IDAT', data), chunkOf('IEND', Buffer.alloc(0))],
  ]);
}

const TRUE_COLOUR = 2;

/** PNG, section 5.3. */
function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let place = 8; place < png.length; ) {
    const end = place + 8 + png.readUInt32BE(place);
    const type = png.toString('latin1', place + 4, place + 8);
    chunks.push({ type, data: png.subarray(place + 8, end) });
    place = end + 4;
  }
  return chunks;
}

function chunkOf(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(type), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
