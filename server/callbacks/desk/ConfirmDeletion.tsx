import { londonTime } from '../staff-words.ts';
import type { StoredCallback } from '../store.ts';
import { deskAddress, type ListQuery } from './list-query.ts';
import { Problem, RequestFields } from './RecordPage.tsx';

/** Asks before a record is deleted. */
export function ConfirmDeletion({
  request,
  query,
  problem = null,
}: {
  request: StoredCallback;
  query: ListQuery;
  problem?: string | null;
}) {
  const { id, receivedAt, version } = request;
  return (
    <>
      <h1 className="h2">Delete this request?</h1>
      {problem && <Problem problem={problem} request={request} />}
      <p className="lead">
        Received {londonTime(receivedAt)}. It cannot be brought back, and nobody else will be told
        of it.
      </p>
      <div className="record record--alone">
        <RequestFields request={request} />
      </div>
      <form
        method="post"
        action={deskAddress(`/callbacks/${id}/delete`, query)}
        className="actions"
      >
        <input type="hidden" name="version" value={version} />
        <button type="submit" className="btn btn--danger">
          Delete for good
        </button>
        <a href={deskAddress('/callbacks', query)}>Keep it</a>
      </form>
    </>
  );
}
