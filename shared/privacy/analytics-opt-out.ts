const KEY = 'no-measuring';

/** Tells whether the browser objects for its visitor: by Global Privacy Control or Do Not Track. */
export function browserOptsOut(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  return globalPrivacyControl === true || doNotTrack === '1';
}

/** Tells whether the visitor objected on the privacy page, on this device. */
export function visitorOptedOut(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/**
 * Keeps the visitor's objection on this device, or withdraws it.
 * @returns false when the browser cannot store it (private mode, full)
 */
export function saveOptOut(objects: boolean): boolean {
  try {
    if (objects) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {}
  return visitorOptedOut() === objects;
}
