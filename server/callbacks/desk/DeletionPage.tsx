import { factsOf } from '../describe-callback.ts';
import { londonTime } from '../london-time.ts';
import { ActionForm } from './ActionForm.tsx';
import { deskPath } from './list-query.ts';
import { Facts, Problem, type RequestPageProps } from './RequestFacts.tsx';

/** Asks before a request is deleted. */
export function DeletionPage(props: RequestPageProps) {
  const { request, query } = props;
  return (
    <>
      <h1 className="h2">Delete this request?</h1>
      <Problem {...props} title="Not deleted" />
      <p className="lead">
        Received {londonTime(request.receivedAt)}. You cannot undo this. Emails and messages about
        it that have not gone out yet will not be sent.
      </p>
      <div className="record">
        <Facts facts={factsOf(request)} />
      </div>
      <ActionForm request={request} query={query} action="/delete" className="actions">
        <button type="submit" className="btn btn--danger">
          Delete for good
        </button>
        <a href={deskPath('/callbacks', query)}>Keep it</a>
      </ActionForm>
    </>
  );
}
