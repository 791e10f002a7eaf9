import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import PQueue from 'p-queue';
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
const BLANK = /( value=")?\uE000(\w+)\uE000(")?/g;

/** A blank as the renderer is given it in place of a value. */
export const blank = (name: string) => `\uE000${name}\uE000`;

/**
 * A page that is the same for everyone but for what they typed.
 * @param html with a `blank` for each value
 * @returns the page with these values, as React would have rendered it; an empty one has no
 * attribute
 */
export function createPageTemplate(html: string): (values: Record<string, string>) => string {
  return (values) =>
    html.replace(BLANK, (_blank, before = '', name = '', after = '') => {
      const value = values[name] ?? '';
      const escaped = value.replace(/["&'<>]/g, (char) => ESCAPED[char] as string);
      return escaped && before + escaped + after;
    });
}

type PageTemplate = ReturnType<typeof createPageTemplate>;

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

/** What browsers' own form posts come to. What is too long is rare: it is answered when it comes. */
export const USUAL_ANSWERS: Outcome[] = [
  { outcome: 'sent', errors: {} },
  ...LEFT_EMPTY.map((errors): Outcome => ({ outcome: 'rejected', errors })),
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
  const turns = new PQueue({ concurrency: 1 });

  async function make(answer: Outcome, callbackWithin?: string): Promise<PageTemplate> {
    const company = { ...parts.site.company, callbackWithin };
    const render = renderer({
      path: '/contact',
      page: PAGE,
      blog: readerOf({}),
      site: { ...parts.site, company, indexing: false },
      formAnswer: { ...answer, values: BLANKS },
      scripted: false,
    });
    const html = await queue(() => wholePage(render), 'first');
    return createPageTemplate(html.toString());
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
    const fill = await templateOf(form);
    // A crowd's refused forms leave the event loop to others after each one.
    if (form.outcome !== 'sent') await turns.add(() => nextTurn());
    response.status(status);
    setHeaders(response, [...headers.page(PAGE), HTML, NO_STORE, VARY]);
    response.end(fill(form.values));
  }

  return { templateOf, sendForm };
}
