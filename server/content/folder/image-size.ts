/** The type of a picture and its size in pixels, as its file says. */
export interface ImageHeader {
  contentType: 'image/webp' | 'image/avif' | 'image/jpeg' | 'image/png' | 'image/svg+xml';
  width: number;
  height: number;
}

type Size = Pick<ImageHeader, 'width' | 'height'>;

/**
 * Reads the header of a picture, whatever the name of its file says.
 * @returns null for a file that is none of the five kinds, or whose size cannot be read
 */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  try {
    for (const [contentType, read] of Object.entries(READERS)) {
      const size = read(bytes);
      if (size && size.width >= 1 && size.height >= 1)
        return { contentType: contentType as ImageHeader['contentType'], ...size };
    }
  } catch {
    // A file that ends within its header.
  }
  return null;
}

const READERS: { [type in ImageHeader['contentType']]: (bytes: Buffer) => Size | null } = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
  'image/avif': readAvif,
  'image/svg+xml': readSvg,
};

/** https://www.w3.org/TR/png-3/#11IHDR */
function readPng(bytes: Buffer): Size | null {
  if (bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Markers that begin a frame: SOF0 to SOF15 without DHT, JPG and DAC (ITU-T T.81, table B.1). */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function readJpeg(bytes: Buffer): Size | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null;
  let isTurned = false;
  for (let offset = 2; offset < bytes.length; ) {
    if (bytes[offset] !== 0xff) return null;
    const marker = bytes.readUInt8(offset + 1);
    if (marker === 0xff) {
      offset += 1; // a byte of padding
      continue;
    }
    const segment = offset + 4;
    if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(segment + 1), bytes.readUInt16BE(segment + 3)];
      return isTurned ? { width: height, height: width } : { width, height };
    }
    if (marker === 0xe1) isTurned = readOrientation(bytes.subarray(segment)) >= 5;
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return null;
}

/**
 * Returns the orientation of a photo: 5 to 8 are a quarter turn, which browsers apply.
 * https://www.cipa.jp/std/documents/download_e.html?DC-008-Translation-2023-E (Exif 3.0, 4.6.5)
 */
function readOrientation(segment: Buffer): number {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return 1;
  const tiff = segment.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const uint16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let index = 0; index < uint16(directory); index += 1) {
    const entry = directory + 2 + index * 12;
    if (uint16(entry) === 0x0112) return uint16(entry + 8);
  }
  return 1;
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebp(bytes: Buffer): Size | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/** Returns the largest `ispe`: a grid of tiles and a thumbnail have smaller ones (ISO/IEC 23008-12). */
function readAvif(bytes: Buffer): Size | null {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return null;
  const brands = bytes.toString('latin1', 8, bytes.readUInt32BE(0));
  if (!/avif|avis/.test(brands)) return null;
  let largest: Size | null = null;
  for (let at = bytes.indexOf('ispe'); at >= 0; at = bytes.indexOf('ispe', at + 4)) {
    const size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  const turn = bytes.indexOf('irot');
  const isTurned = turn >= 0 && (bytes.readUInt8(turn + 4) & 1) === 1;
  return largest && isTurned ? { width: largest.height, height: largest.width } : largest;
}

/** The size attributes are expected within it, after any comment of a drawing program. */
const MAX_SVG_HEADER_BYTES = 32_768;
const SVG_ROOT =
  /^(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>)*(<svg\b[^>]*>)/;

function readSvg(bytes: Buffer): Size | null {
  const [, root = ''] =
    SVG_ROOT.exec(bytes.toString('utf8', 0, MAX_SVG_HEADER_BYTES).replace(/^\uFEFF/, '')) ?? [];
  if (!root) return null;
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(root)?.[1];
  const pixels = (name: string) => {
    const [, value] = /^\s*(\d*\.?\d+)(?:px)?\s*$/.exec(attribute(name) ?? '') ?? [];
    return value === undefined ? null : Number(value);
  };
  const viewBox = (attribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [width, height] = [pixels('width') ?? viewBox[2], pixels('height') ?? viewBox[3]];
  return width && height ? { width: Math.round(width), height: Math.round(height) } : null;
}
