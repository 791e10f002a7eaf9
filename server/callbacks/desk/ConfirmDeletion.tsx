import { londonTime } from '../london-time.ts';
import type { StoredCallback } from '../store.ts';
import { deskAddress, type Place } from './place.ts';
import { RequestFields } from './RequestCard.tsx';

/** Asks before a record is deleted. */
export function ConfirmDeletion({ request, place }: { request: StoredCallback; place: Place }) {
  return (
    <>
      <p className="lead">
        Received {londonTime(request.receivedAt)}. It cannot be brought back, and nobody else will
        be told of it.
      </p>
      <div className="request">
        <RequestFields request={request} />
      </div>
      <form
        method="post"
        action={deskAddress(`/callbacks/${request.id}/delete`, place)}
        className="actions"
      >
        <button type="submit" className="btn btn--danger">
          Delete for good
        </button>
        <a href={deskAddress('/callbacks', place)}>Keep it</a>
      </form>
    </>
  );
}
