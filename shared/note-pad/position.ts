import { isConnected } from '../site/connection.ts';

const PATIENCE_MS = 20_000;

const GO_ON = 'accident-position';

/**
 * Where this device is, in degrees north and east as maps take them, and how far out that may be.
 * The browser asks the visitor first.
 * @throws when the visitor refuses, or the device does not know within 20 seconds
 */
export function position(): Promise<string> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve(
          `${latitude.toFixed(5)}, ${longitude.toFixed(5)} (to within ${Math.ceil(accuracy)} m)`,
        ),
      reject,
      { enableHighAccuracy: true, timeout: PATIENCE_MS },
    );
  });
}

/** Finds in a text what `position` has written. */
export const POSITION = /-?\d+\.\d{5}, -?\d+\.\d{5} \(to within \d+ m\)/;

/** Only Chromium tells scripts what the document's Permissions-Policy allows. */
interface WithFeaturePolicy {
  featurePolicy?: { allowsFeature(feature: string): boolean };
}

/**
 * Reloads the page if a position needs that: a document that was loaded for another page, and came
 * here by a link inside the site, still has that page's Permissions-Policy, which refuses.
 * @returns false when it is not needed, or when the page or the notes could be lost
 */
export async function loadedForPosition(): Promise<boolean> {
  const allowed = (document as WithFeaturePolicy).featurePolicy?.allowsFeature('geolocation');
  if (allowed !== false || !(await isConnected())) return false;
  try {
    sessionStorage.setItem(GO_ON, 'yes');
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}

/** Whether the page was reloaded for a position. True once. */
export function goesOnToPosition(): boolean {
  try {
    const marked = sessionStorage.getItem(GO_ON) !== null;
    sessionStorage.removeItem(GO_ON);
    return marked;
  } catch {
    return false;
  }
}
