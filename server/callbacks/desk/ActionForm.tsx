import type { ReactNode } from 'react';
import type { StoredCallback } from '../store/stored-callback.ts';
import { MailLink } from './Facts.tsx';
import { describeLastChange, State } from './RequestRows.tsx';
import { deskPath, type ListQuery } from './views.ts';

/** The form of an action on a request, with the version that the page shows. */
export function ActionForm(props: {
  request: StoredCallback;
  query: ListQuery;
  action?: string;
  className?: string;
  children: ReactNode;
}) {
  const { request, query, action = '', className, children } = props;
  const { id, version } = request;
  return (
    <form method="post" action={deskPath(`/callbacks/${id}${action}`, query)} className={className}>
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
 * Reports the last change, with a button that undoes it, and with the email address of a caller
 * whose number is wrong. A deleted request is null and has neither.
 */
export function ChangeNotice({
  changed,
  query,
}: {
  changed: StoredCallback | null | undefined;
  query: ListQuery;
}) {
  if (changed === undefined) return null;
  return (
    <div className="notice apart" role="status">
      {changed === null ? (
        <p>The request has been deleted.</p>
      ) : (
        <>
          <p>
            <strong>{changed.fields.name}</strong>: <State request={changed} /> saved by{' '}
            {describeLastChange(changed)}
          </p>
          {changed.handling.outcome === 'wrongnumber' && <MailLink request={changed} />}
          <Undo request={changed} query={query} />
        </>
      )}
    </div>
  );
}
