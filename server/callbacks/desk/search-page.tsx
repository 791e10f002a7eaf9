import type { Express, Request, Response } from 'express';
import { inAsciiDigits } from '../../../shared/callback/doubts.ts';
import { normalizeUkNumber } from '../phone-number.ts';
import type { ListPart } from '../store/desk-queries.ts';
import type { StoredCallback } from '../store/stored-callback.ts';
import { formFields } from './actions.ts';
import type { DeskDeps } from './page-sender.tsx';
import { ListStart, RequestRows } from './RequestRows.tsx';
import { parseListQuery } from './views.ts';

const PAGE_SIZE = 50;

/** Registers the search, which looks in all lists. */
export function registerSearchPage(desk: Express, deps: DeskDeps): void {
  const { store, send } = deps;
  desk.get('/callbacks/find', async (_request, response) => {
    const frame = await store.desk.frame();
    const children = <SearchPage search="" found={null} />;
    send(response, { title: 'Search', list: 'search', frame, children });
  });
  desk.post(['/callbacks', '/callbacks/find'], search);

  /** Searches by POST: a query in the URL would be kept in browser histories and logs. */
  async function search(request: Request, response: Response): Promise<void> {
    const fields = formFields(request);
    const text = (fields.get('q') ?? '').trim();
    const { after } = parseListQuery({ after: fields.get('after') });
    const isWanted = createMatcher(text);
    const requests: StoredCallback[] = [];
    for await (const callback of store.list({ order: 'newest', after })) {
      if (isWanted(callback)) requests.push(callback);
      if (requests.length > PAGE_SIZE) break;
    }
    const hasMore = requests.length > PAGE_SIZE;
    const found = { requests: requests.slice(0, PAGE_SIZE), hasMore };
    const frame = await store.desk.frame();
    const children = <SearchPage search={text} found={found} />;
    send(response, {
      title: 'Search results',
      list: 'search',
      frame,
      requests: found.requests,
      children,
    });
  }
}

/**
 * Creates a predicate for a search. It matches parts of the words of a name, email address or note,
 * in any order and case and without accents. It also matches digits of any script in any part of a
 * number, spaced in any way, with +44 or 0 in front, and with an extension behind. SQL is not used
 * because each database compares letters in its own way.
 */
function createMatcher(text: string): (request: StoredCallback) => boolean {
  const wanted = normalizeText(text);
  const words = wanted.split(' ');
  const number = inAsciiDigits(wanted).replace(/\b(?:extension|extn?\.?|x) ?(?=\d)/, '');
  const isNumber = /\d/.test(number) && !/[\p{L}@]/u.test(number);
  return ({ fields: { name, email, mobile }, handling: { note } }) =>
    [name, email, note]
      .map(normalizeText)
      .some((part) => words.every((word) => part.includes(word))) ||
    (isNumber &&
      (digitsOf(mobile).includes(digitsOf(number)) ||
        normalizeUkNumber(inAsciiDigits(mobile)).includes(normalizeUkNumber(number))));
}

/** Apostrophes as keyboards and phones write them. */
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u2032\uff07`´]/g;

const normalizeText = (text: string) =>
  text
    .replace(APOSTROPHES, "'")
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const digitsOf = (text: string) => inAsciiDigits(text).replace(/\D/g, '');

/** Shows the search form and the requests found; null before a search. */
function SearchPage({ search, found }: { search: string; found: ListPart | null }) {
  const last = found?.requests.at(-1);
  return (
    <>
      <h1 className="h2">{found ? `Results for “${search}”` : 'Search'}</h1>
      <form method="post" action="/callbacks/find" className="find" role="search">
        <div className="field">
          <label htmlFor="q">Search by part of a name, number, email address or note</label>
          <input
            id="q"
            name="q"
            type="search"
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the field is what the page is opened for
            autoFocus={!last}
            required
            defaultValue={search}
          />
        </div>
        <button type="submit" className="btn btn--primary">
          Search
        </button>
      </form>
      {found && last && (
        <>
          <ListStart />
          <RequestRows requests={found.requests} query={parseListQuery({})} />
        </>
      )}
      {found && !last && (
        <p className="lead" role="status">
          Nothing found for “{search}”. The search looks at names, numbers, email addresses and
          notes.
        </p>
      )}
      {found?.hasMore && (
        <form method="post" action="/callbacks/find">
          <input type="hidden" name="q" value={search} />
          <button type="submit" className="btn btn--line" name="after" value={last?.id}>
            Next page
          </button>
        </form>
      )}
    </>
  );
}
