/**
 * Returns the result of using a part of the browser that helps and is not required: storage, an
 * observer, a service worker. Such a part may be missing, or refuse at the first touch.
 * @returns undefined when it throws
 */
export function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
