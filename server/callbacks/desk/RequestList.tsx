import type { StoredCallback } from '../store.ts';
import { deskAddress, type Place } from './place.ts';
import { RequestCard } from './RequestCard.tsx';

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
