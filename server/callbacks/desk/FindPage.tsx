import { ListStart, RequestList, type RequestListProps } from './RequestList.tsx';

/** Shows the search form and the requests found in all lists; null before a search. */
export function FindPage({ search, found }: { search: string; found: RequestListProps | null }) {
  const hasFound = found !== null && found.requests.length > 0;
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
            autoFocus={!hasFound}
            required
            defaultValue={search}
          />
        </div>
        <button type="submit" className="btn btn--primary">
          Search
        </button>
      </form>
      {hasFound && (
        <>
          <ListStart />
          <RequestList {...found} />
        </>
      )}
      {found && !hasFound && (
        <p className="lead" role="status">
          Nothing found for “{search}”. The search looks at names, numbers, email addresses and
          notes.
        </p>
      )}
      {found?.last && (
        <form method="post" action="/callbacks/find">
          <input type="hidden" name="q" value={search} />
          <button type="submit" className="btn btn--line" name="after" value={found.last}>
            Next page
          </button>
        </form>
      )}
    </>
  );
}
