import type { ReactNode } from 'react';
import type { StoredCallback } from '../store/stored-callback.ts';
import { deskPath, type ListQuery } from './list-query.ts';
import { describeLastChange, State } from './RequestList.tsx';

/** The form of an action on a request, with the version that the page shows. */
export function ActionForm(form: {
  request: StoredCallback;
  query: ListQuery;
  action?: string;
  className?: string;
  children: ReactNode;
}) {
  const { request, query, action = '', className, children } = form;
  const { id, version } = request;
  const address = deskPath(`/callbacks/${id}${action}`, query);
  return (
    <form method="post" action={address} className={className}>
      <input type="hidden" name="version" value={version} />
      {children}
    </form>
  );
}

/** The button that undoes the last change, if there was one. */
export function Undo({ request, query }: { request: StoredCallback; query: ListQuery }) {
  if (!request.former) return null;
  return (
    <ActionForm request={request} query={query} action="/undo">
      <button type="submit" className="btn btn--line">
        Undo<span className="vh"> the last change to {request.fields.name}’s request</span>
      </button>
    </ActionForm>
  );
}

/**
 * Reports the last change, with a button that undoes it. A deleted request is null and has no such
 * button.
 */
export function ChangeNotice({ done, query }: { done?: StoredCallback | null; query: ListQuery }) {
  if (done === undefined) return null;
  return (
    <div className="notice apart" role="status">
      {done === null ? (
        <p>The request has been deleted.</p>
      ) : (
        <>
          <p>
            <strong>{done.fields.name}</strong>: <State request={done} /> saved by{' '}
            {describeLastChange(done)}
          </p>
          <Undo request={done} query={query} />
        </>
      )}
    </div>
  );
}
