import { UnexpectedError } from '../pages/UnexpectedError.tsx';
import { OfflineError } from './connection.ts';
import { OfflineMessage } from './OfflineMessage.tsx';

/** Shown in place of a page that failed, or that cannot be fetched. */
export function StandIn({ error }: { error: Error }) {
  return error instanceof OfflineError ? (
    <OfflineMessage />
  ) : (
    <UnexpectedError message={error.message} />
  );
}
