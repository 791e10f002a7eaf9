import '../ui/field.css';
import './search-field.css';

/** Where posts are looked for; a form of the browser's own, since the answer is a page. */
export function SearchField({ typed = '' }: { typed?: string }) {
  return (
    <form className="field search" action="/search">
      <label htmlFor="search">Search our blog</label>
      <input id="search" type="search" name="q" defaultValue={typed} maxLength={100} required />
      <button className="btn btn--line" type="submit">
        Search
      </button>
    </form>
  );
}
