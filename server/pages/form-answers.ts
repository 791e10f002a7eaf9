import type { Response } from 'express';
import type { FormAnswer } from '../../shared/callback/callback.ts';
import { CALLBACK_FIELDS, type FieldErrors, mapFields } from '../../shared/callback/fields.ts';
import type { Company } from '../../shared/site/company.ts';
import type { Site } from '../../shared/site/site-context.ts';
import { callbackWordsNow } from '../callbacks/callback-words.ts';
import { type Headers, HTML, setHeaders } from '../http/headers.ts';
import { NO_STORE } from '../http/reply.ts';
import { guarded } from '../ops/timers.ts';
import { readerOf } from './load.ts';
import { VARY } from './page-kinds.tsx';
import { blank, PageTemplate } from './page-template.ts';
import { type Renderer, wholePage } from './render.tsx';
import type { RenderQueue } from './render-queue.ts';

const PAGE = 'contact';
/** In place of what is typed. */
export const BLANKS = mapFields(({ name }) => blank(name));

/** Every set of fields that may have been left empty, and so refused; the first set is empty. */
const LEFT_EMPTY = CALLBACK_FIELDS.reduce<FieldErrors[]>(
  (sets, { name, problem }) =>
    problem ? sets.concat(sets.map((errors) => ({ ...errors, [name]: problem }))) : sets,
  [{}],
);

/** What browsers' own form posts come to. What is too long, browsers do not let anybody type. */
export const USUAL_ANSWERS: Omit<FormAnswer, 'values'>[] = [
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
  const templates = new Map<string, Promise<PageTemplate>>();
  let turns = Promise.resolve();

  async function make(
    answer: Omit<FormAnswer, 'values'>,
    callbackWithin: string | undefined,
  ): Promise<PageTemplate> {
    const company = { ...parts.site.company, callbackWithin };
    const site = { ...parts.site, company, indexing: false };
    const formAnswer = { ...answer, values: BLANKS };
    const request = { path: '/contact', page: PAGE, blog: readerOf({}), site, scripted: false };
    const html = await queue(
      () => wholePage((onError) => renderer.page({ ...request, page: PAGE, formAnswer, onError })),
      'first',
    );
    return PageTemplate.of(html);
  }

  /** @throws what the page threw; the next who asks has it made again */
  function templateOf({ outcome, errors }: Omit<FormAnswer, 'values'>): Promise<PageTemplate> {
    const callbackWithin = callbackWordsNow(parts.company);
    const key = JSON.stringify([outcome, errors, callbackWithin]);
    const made = templates.get(key) ?? make({ outcome, errors }, callbackWithin);
    templates.set(key, made);
    made.catch(() => templates.delete(key));
    return made;
  }

  async function sendForm(
    response: Response,
    { status, form }: { status: number; form: FormAnswer },
  ): Promise<void> {
    const template = await templateOf(form);
    // A crowd's refused forms leave the event loop to others after each one.
    if (form.outcome !== 'sent') {
      turns = turns.then(() => new Promise((resolve) => setImmediate(guarded(resolve))));
      await turns;
    }
    const isGzipped = response.req.acceptsEncodings(['gzip', 'identity']) === 'gzip';
    const pieces = isGzipped ? template.fillGzipped(form.values) : template.fill(form.values);
    response.status(status);
    setHeaders(response, [...headers.page(PAGE), HTML, NO_STORE, VARY]);
    if (isGzipped) response.setHeader('Content-Encoding', 'gzip');
    response.setHeader(
      'Content-Length',
      pieces.reduce((sum, { length }) => sum + length, 0),
    );
    response.cork();
    for (const piece of pieces) response.write(piece);
    response.end();
  }

  return { templateOf, sendForm };
}
