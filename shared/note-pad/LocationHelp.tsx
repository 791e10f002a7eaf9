import { useEffect, useState } from 'react';
import { isConnected } from '../site/connection.ts';
import type { FillIn } from './kept-notes.ts';

const GO_ON = 'accident-position';

/**
 * Where this device is, in degrees north and east as maps take them, and how far out that may be.
 * The browser asks the visitor first.
 * @throws when the visitor refuses, or the device does not know within 20 seconds
 */
function position(): Promise<string> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve(
          `${latitude.toFixed(5)}, ${longitude.toFixed(5)} (to within ${Math.ceil(accuracy)} m)`,
        ),
      reject,
      { enableHighAccuracy: true, timeout: 20_000 },
    );
  });
}

/** Finds in a text what `position` has written. */
const POSITION = /-?\d+\.\d{5}, -?\d+\.\d{5} \(to within \d+ m\)/;

/** Only Chromium tells scripts what the document's Permissions-Policy allows. */
type WithFeaturePolicy = { featurePolicy?: { allowsFeature(feature: string): boolean } };

/**
 * Reloads the page if a position needs that: a document that was loaded for another page, and came
 * here by a link inside the site, still has that page's Permissions-Policy, which refuses.
 * @returns false when it is not needed, or when the page or the notes could be lost
 */
async function loadedForPosition(): Promise<boolean> {
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
function goesOnToPosition(): boolean {
  try {
    const marked = sessionStorage.getItem(GO_ON) !== null;
    sessionStorage.removeItem(GO_ON);
    return marked;
  } catch {
    return false;
  }
}

const REPORTS = {
  asking: 'Finding your position…',
  found: 'Add the road, and the direction that you were driving in.',
  failed: 'We could not get your position. Type the road and the nearest town, junction or sign.',
};

/** Fills in where the device is, if the visitor and the device agree. */
export function LocationHelp({ fillIn }: { fillIn: FillIn }) {
  const [report, setReport] = useState('');

  async function locate() {
    setReport(REPORTS.asking);
    try {
      const here = await position();
      fillIn('location', (typed) =>
        POSITION.test(typed) ? typed.replace(POSITION, here) : `${typed}\n${here}`.trim(),
      );
      setReport(REPORTS.found);
    } catch {
      setReport(REPORTS.failed);
    }
  }

  async function loadOrLocate() {
    setReport(REPORTS.asking);
    if (!(await loadedForPosition())) await locate();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the page was loaded for it
  useEffect(() => {
    if (goesOnToPosition()) locate();
  }, []);

  return (
    <>
      <button className="btn btn--line" type="button" onClick={loadOrLocate}>
        Use my position
      </button>
      <p className="fine" role="status">
        {report}
      </p>
    </>
  );
}
