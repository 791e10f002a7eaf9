import { Component, type ReactNode } from 'react';
import { UnexpectedError } from '../pages/UnexpectedError.tsx';
import { ChunkLoadError } from './load-chunk.ts';

interface Props {
  /**
   * Another path is another try. Not a key: that would put away the page that is shown while the
   * next one's code loads.
   */
  path: string;
  children: ReactNode;
}

/**
 * Shows 'Unexpected Application Error!' in place of a page that failed. A page whose script cannot
 * be had is loaded from the server instead: there it needs no script. Offline that would replace
 * the page by the browser's own, so then the message is shown.
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
    if (error instanceof ChunkLoadError && navigator.onLine) window.location.reload();
  }

  override render() {
    return this.state.error ? (
      <UnexpectedError message={this.state.error.message} />
    ) : (
      this.props.children
    );
  }
}
