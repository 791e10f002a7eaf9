import '../ui/field.css';
import './search-field.css';

/** The search form for posts. The browser submits it, since the response is a page. */
export function SearchField({ query = '' }: { query?: string }) {
  return (
    <form className="field search" action="/search">
      <label htmlFor="search">Search our blog</label>
      <input id="search" type="search" name="q" defaultValue={query} maxLength={100} required />
      <button className="btn btn--line" type="submit">
        Search
      </button>
    </form>
  );
}
