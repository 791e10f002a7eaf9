import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** What React makes of these characters in texts and attributes. */
const ESCAPED: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Nobody types these characters of the private use area into a rendered page. */
const BLANK = /( value=")?\uE000(\w+)\uE000(")?/;

/** A blank as the renderer is given it in place of a value. */
export const blank = (name: string) => `\uE000${name}\uE000`;

/** RFC 1952, section 2.3: deflate, no name, no time, best compression, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff]);
/** RFC 1951, section 3.2.4: no further block. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);

interface Piece {
  text: Buffer;
  deflated: Buffer;
}

/** A value that is to be filled in, with what stands around it if there is one. */
interface Blank {
  name: string;
  before: string;
  after: string;
}

/**
 * A page that is the same for everyone but for what they typed: it is rendered and compressed once,
 * and each answer is put together from the pieces.
 */
export class PageTemplate {
  readonly #pieces: (Piece | Blank)[];

  private constructor(pieces: (Piece | Blank)[]) {
    this.#pieces = pieces;
  }

  /** @param html with a `blank` for each value */
  static async of(html: Buffer): Promise<PageTemplate> {
    const parts = html.toString().split(BLANK);
    const pieces: (Piece | Blank)[] = [await pieceOf(parts[0] as string)];
    for (let index = 1; index < parts.length; index += 4) {
      const [before = '', name = '', after = '', text = ''] = parts.slice(index, index + 4);
      pieces.push({ name, before, after }, await pieceOf(text));
    }
    return new PageTemplate(pieces);
  }

  /**
   * The page with these values, as React would have rendered it, in pieces that answers share. An
   * empty value has no attribute.
   */
  fill(values: Record<string, string>): Buffer[] {
    return this.#filled(values).map(({ text }) => text);
  }

  /** The same, compressed (RFC 1952). */
  fillGzipped(values: Record<string, string>): Buffer[] {
    const pieces = this.#filled(values);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(pieces.reduce((sum, { text }) => crc32(text, sum), 0));
    trailer.writeUInt32LE(
      pieces.reduce((length, { text }) => length + text.length, 0),
      4,
    );
    const blocks = pieces.map(({ deflated }) => deflated);
    return [GZIP_HEADER, ...blocks, LAST_BLOCK, trailer];
  }

  #filled(values: Record<string, string>): Piece[] {
    return this.#pieces.map((piece) => {
      if ('text' in piece) return piece;
      const value = values[piece.name] ?? '';
      const escaped = value.replace(/["&'<>]/g, (char) => ESCAPED[char] as string);
      const text = Buffer.from(value && piece.before + escaped + piece.after);
      return { text, deflated: storedBlock(text) };
    });
  }
}

/** Compressed so that it may follow anything: it refers to nothing before it, and ends on a byte. */
async function pieceOf(html: string): Promise<Piece> {
  const text = Buffer.from(html);
  const finishFlush = constants.Z_SYNC_FLUSH;
  return { text, deflated: await promisify(deflateRaw)(text, { level: 9, finishFlush }) };
}

/** A block without compression (RFC 1951, section 3.2.4). @param text of less than 64 KiB */
function storedBlock(text: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(text.length, 1);
  head.writeUInt16LE(0xffff - text.length, 3);
  return Buffer.concat([head, text]);
}
