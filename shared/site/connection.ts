/** The error without a connection: nothing is wrong with the site. */
export class OfflineError extends Error {}

/** The timeout of a request, and the interval between two. */
const PROBE_INTERVAL_MS = 5000;

/**
 * Tells whether this site answers the browser at all. `navigator.onLine` knows only about the
 * nearest network. Always true on the server.
 */
export async function isConnected(): Promise<boolean> {
  if (typeof location === 'undefined') return true;
  try {
    // A service worker leaves HEAD alone.
    const signal = AbortSignal.timeout(PROBE_INTERVAL_MS);
    await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads the page that the visitor wanted as soon as the site answers again. Browser only.
 * @returns a function that ends the wait
 */
export function reloadWhenConnected(): () => void {
  const reloadIfConnected = async () => {
    if (!document.hidden && (await isConnected())) window.location.reload();
  };
  const timer = setInterval(reloadIfConnected, PROBE_INTERVAL_MS);
  addEventListener('online', reloadIfConnected);
  return () => {
    clearInterval(timer);
    removeEventListener('online', reloadIfConnected);
  };
}
