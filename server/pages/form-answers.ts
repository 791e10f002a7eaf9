import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { Response } from 'express';
import type { FormAnswer } from '../../shared/callback/callback.ts';
import { CALLBACK_FIELDS, type FieldErrors, mapFields } from '../../shared/callback/fields.ts';
import type { Company } from '../../shared/site/company.ts';
import type { Site } from '../../shared/site/site-context.ts';
import { callbackWordsNow } from '../callbacks/callback-words.ts';
import { type Headers, HTML, setHeaders } from '../http/headers.ts';
import { NO_STORE } from '../http/reply.ts';
import { onFirstUse } from '../ops/timers.ts';
import { readerOf } from './load.ts';
import { VARY } from './page-kinds.tsx';
import { type Renderer, wholePage } from './render.tsx';
import type { RenderQueue } from './send-page.ts';

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

type Piece = Record<'text' | 'deflated', Buffer>;
/** A value that is to be filled in, with what stands around it if there is one. */
type Blank = Record<'name' | 'before' | 'after', string>;

/**
 * A page that is the same for everyone but for what they typed: each answer is put together from
 * pieces that were rendered and compressed once.
 * @param html with a `blank` for each value
 */
export async function createPageTemplate(html: Buffer) {
  const parts = html.toString().split(BLANK);
  const pieces: (Piece | Blank)[] = [await pieceOf(parts[0] as string)];
  for (let index = 1; index < parts.length; index += 4) {
    const [before = '', name = '', after = '', text = ''] = parts.slice(index, index + 4);
    pieces.push({ name, before, after }, await pieceOf(text));
  }

  const filled = (values: Record<string, string>): Piece[] =>
    pieces.map((piece) => {
      if ('text' in piece) return piece;
      const value = values[piece.name] ?? '';
      const escaped = value.replace(/["&'<>]/g, (char) => ESCAPED[char] as string);
      const text = Buffer.from(value && piece.before + escaped + piece.after);
      return { text, deflated: storedBlock(text) };
    });

  return {
    /** The page with these values, as React would have rendered it; an empty one has no attribute. */
    fill: (values: Record<string, string>): Buffer[] => filled(values).map(({ text }) => text),

    /** The same, compressed (RFC 1952). */
    fillGzipped(values: Record<string, string>): Buffer[] {
      const all = filled(values);
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(all.reduce((sum, { text }) => crc32(text, sum), 0));
      trailer.writeUInt32LE(lengthOf(all.map(({ text }) => text)), 4);
      return [GZIP_HEADER, ...all.map(({ deflated }) => deflated), LAST_BLOCK, trailer];
    },
  };
}

type PageTemplate = Awaited<ReturnType<typeof createPageTemplate>>;

const lengthOf = (pieces: readonly Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0);

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

const PAGE = 'contact';
/** In place of what is typed. */
export const BLANKS = mapFields(({ name }) => blank(name));

/** Every set of fields that may have been left empty, and so refused; the first set is empty. */
const LEFT_EMPTY = CALLBACK_FIELDS.reduce<FieldErrors[]>(
  (sets, { name, problem }) =>
    problem ? sets.concat(sets.map((errors) => ({ ...errors, [name]: problem }))) : sets,
  [{}],
);

type Outcome = Omit<FormAnswer, 'values'>;

/** What browsers' own form posts come to. What is too long, browsers do not let anybody type. */
export const USUAL_ANSWERS: Outcome[] = [
  { outcome: 'sent', errors: {} },
  ...LEFT_EMPTY.map((errors) => ({ outcome: 'rejected' as const, errors })),
];

/**
 * Answers a browser's own form post, without a render: a form that was stored must be answered so
 * whatever the site is busy with, and one that was refused must not make it busy.
 */
export function createFormAnswers(parts: {
  site: Site;
  company: Company;
  headers: Headers;
  renderer: Renderer;
  queue: RenderQueue;
}) {
  const { headers, renderer, queue } = parts;
  /** As many as there are sets of errors, and times to ring back. */
  const templates = new Map<string, () => Promise<PageTemplate>>();
  let turns = Promise.resolve();

  async function make(answer: Outcome, callbackWithin?: string): Promise<PageTemplate> {
    const company = { ...parts.site.company, callbackWithin };
    const site = { ...parts.site, company, indexing: false };
    const formAnswer = { ...answer, values: BLANKS };
    const request = { path: '/contact', page: PAGE, blog: readerOf({}), site, formAnswer } as const;
    const html = await queue(() => wholePage(renderer({ ...request, scripted: false })), 'first');
    return createPageTemplate(html);
  }

  /** @throws what the page threw; the next who asks has it made again */
  function templateOf({ outcome, errors }: Outcome): Promise<PageTemplate> {
    const callbackWithin = callbackWordsNow(parts.company);
    const key = JSON.stringify([outcome, errors, callbackWithin]);
    const template =
      templates.get(key) ?? onFirstUse(() => make({ outcome, errors }, callbackWithin));
    templates.set(key, template);
    return template();
  }

  async function sendForm(response: Response, answer: { status: number; form: FormAnswer }) {
    const { status, form } = answer;
    const template = await templateOf(form);
    // A crowd's refused forms leave the event loop to others after each one.
    if (form.outcome !== 'sent') {
      turns = turns.then(() => new Promise((resolve) => setImmediate(resolve)));
      await turns;
    }
    const isGzipped = response.req.acceptsEncodings(['gzip', 'identity']) === 'gzip';
    const pieces = isGzipped ? template.fillGzipped(form.values) : template.fill(form.values);
    response.status(status);
    setHeaders(response, [...headers.page(PAGE), HTML, NO_STORE, VARY]);
    if (isGzipped) response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Content-Length', lengthOf(pieces));
    response.cork();
    for (const piece of pieces) response.write(piece);
    response.end();
  }

  return { templateOf, sendForm };
}
