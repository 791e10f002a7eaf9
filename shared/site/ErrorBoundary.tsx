import { Component, type ReactNode } from 'react';
import { PhoneLink } from '../ui/PhoneLink.tsx';
import { attempt } from './attempt.ts';
import { OfflineError } from './connection.ts';
import { isForeignChange, loadAfterForeignChange } from './foreign-change.ts';
import { ChunkLoadError } from './lazy-page.tsx';
import { OfflineMessage } from './OfflineMessage.tsx';
import { useCompany } from './site-context.ts';

interface Props {
  /**
   * The path of the page: a new one is a new try. It is no key, which would remove the page on show
   * while the next one's code loads.
   */
  path: string;
  /** A replacement for the message, for parts of the site that are not the page. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** The message of a failure. Its code comes with the first one: no page needs it. */
let UnexpectedError: typeof import('../pages/UnexpectedError.tsx').UnexpectedError | undefined;

/**
 * Shows 'Unexpected Application Error!' in place of a page that failed. A page whose script cannot
 * be fetched is loaded from the server instead, where it needs none. Without a connection the
 * service worker answers that load with the page that it keeps or with the offline page; if there
 * is no worker, the offline page is shown here. A page from which something else has taken what React
 * knows is loaded too.
 *
 * React removes the whole document for an error outside every boundary, in an effect too. So each
 * part around the page has one, and so has what stands in for the page.
 */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.error && before.path !== this.props.path) this.setState({ error: null });
  }

  override componentDidCatch(error: unknown) {
    const hasOfflinePage =
      error instanceof OfflineError && attempt(() => navigator.serviceWorker?.controller);
    if (hasOfflinePage || error instanceof ChunkLoadError) window.location.reload();
    else if (isForeignChange(error)) loadAfterForeignChange();
    if (UnexpectedError || error instanceof OfflineError) return;
    import('../pages/UnexpectedError.tsx').then(
      (module) => {
        ({ UnexpectedError } = module);
        this.forceUpdate();
      },
      () => {}, // the message of last resort stays
    );
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const { path, fallback } = this.props;
    if (fallback !== undefined) return fallback;
    return (
      <ErrorBoundary path={path} fallback={<LastResortError />}>
        {error instanceof OfflineError ? <OfflineMessage /> : <Failure message={error.message} />}
      </ErrorBoundary>
    );
  }
}

function Failure({ message }: { message: string }) {
  return UnexpectedError ? <UnexpectedError message={message} /> : <LastResortError />;
}

/** The message while the other is still to come, and when it fails too: only words and the number. */
export function LastResortError() {
  const { phone24h } = useCompany();
  return (
    <div className="wrap">
      <h1 className="h2">Unexpected Application Error!</h1>
      <p>
        You can still call us: <PhoneLink phone={phone24h} />.
      </p>
    </div>
  );
}
