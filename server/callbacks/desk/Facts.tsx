import type { LabelledValue } from '../describe-callback.ts';
import { londonTime } from '../london-time.ts';
import { type FollowUp, outcomeLabel, type StoredCallback } from '../store/stored-callback.ts';
import type { ListQuery } from './views.ts';

export interface RequestPageProps {
  request: StoredCallback;
  query: ListQuery;
  /** The reason why nothing was changed: an error in the draft, or another person's change. */
  problem?: string | undefined;
  /** The content of the form, when it differs from the saved follow-up. */
  draft?: FollowUp | undefined;
}

/** Says why nothing was changed, and what is saved now. */
export function Problem({ problem, request, title }: RequestPageProps & { title: string }) {
  if (!problem) return null;
  const { outcome, note, ringAgainAt } = request.handling;
  return (
    <div className="notice notice--problem" role="alert">
      <h2 className="h3">{title}</h2>
      <p>{problem}</p>
      <Facts
        facts={[
          ['Saved outcome', outcomeLabel(outcome)],
          ['Saved note', note],
          ['Saved time to call again', ringAgainAt ? londonTime(ringAgainAt) : ''],
        ]}
      />
    </div>
  );
}

/** @param props.hasFocus whether the focus is on the number as the page opens */
export function Facts({
  facts,
  hasFocus = false,
}: {
  facts: readonly LabelledValue[];
  hasFocus?: boolean;
}) {
  return (
    <dl className="facts">
      {facts.map(([name, value, link, remark]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {link ? (
              // biome-ignore lint/a11y/noAutofocus: whoever opens a request is about to call
              <a className="facts__number num" href={link} autoFocus={hasFocus}>
                {value}
              </a>
            ) : (
              value || '–'
            )}
            {remark && <small className="facts__remark"> {remark}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A link that opens a new email to the caller (RFC 6068), when the address is valid. */
export function MailLink({ request: { fields } }: { request: StoredCallback }) {
  const { name, email } = fields;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return null;
  const address = email.split('@').map(encodeURIComponent).join('@').replaceAll('%2B', '+');
  return <a href={`mailto:${address}`}>Email {name}</a>;
}
