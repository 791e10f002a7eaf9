import type { StoredCallback } from '../store.ts';
import { RequestCard } from './RequestCard.tsx';

/** What of the list is on the screen: carried by every link and form that comes back to it. */
export interface Place {
  /** Part of a mobile number. */
  mobile?: string;
  /** Id of the request before the first. */
  after?: string;
}

/** The address of a place in the list, or of something done from there. */
export function deskAddress(path: string, { mobile, after }: Place): string {
  const query = new URLSearchParams({ ...(mobile && { mobile }), ...(after && { after }) });
  return query.size > 0 ? `${path}?${query}` : path;
}

export function RequestList({
  requests,
  place,
  older,
}: {
  requests: StoredCallback[];
  place: Place;
  /** Where the list goes on; null at its end. */
  older: Place | null;
}) {
  const { mobile, after } = place;
  return (
    <>
      <div className="desk__tools">
        <form action="/callbacks" className="desk__search">
          <div className="field">
            <label htmlFor="mobile">Find a mobile number, or part of one</label>
            <input id="mobile" name="mobile" type="search" inputMode="tel" defaultValue={mobile} />
          </div>
          <button type="submit" className="btn btn--primary">
            Find
          </button>
        </form>
        <a href="/callbacks.csv">All of them as a CSV file</a>
      </div>
      {(mobile || after) && (
        <p>
          <a href="/callbacks">Back to the newest</a>
        </p>
      )}
      {requests.length === 0 && (
        <p className="lead">
          {mobile ? `No request has ${mobile} in its mobile number.` : 'No callback requests.'}
        </p>
      )}
      <ul className="desk__list">
        {requests.map((request) => (
          <li key={request.id}>
            <RequestCard request={request} place={place} />
          </li>
        ))}
      </ul>
      {older && (
        <p>
          <a href={deskAddress('/callbacks', older)}>Older requests</a>
        </p>
      )}
    </>
  );
}
