import { PageLink } from '../navigation/PageLink.tsx';
import { CallButton } from './CallButton.tsx';

interface CallActionsProps {
  /** The address of the form: a section of this page, or the contact page. */
  form: '#contact' | '/contact';
  /** Says whose number it is. */
  note?: boolean;
}

/** The two ways to talk to us: the number, and the form for a callback. */
export function CallActions({ form, note = true }: CallActionsProps) {
  return (
    <div className="actions">
      <CallButton note={note} />
      <PageLink className="btn btn--line btn--lg" to={form}>
        Ask us to call you
      </PageLink>
    </div>
  );
}
