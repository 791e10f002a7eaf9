import { useState } from 'react';
import type { FillField } from './notes-storage.ts';

/**
 * Returns the position of this device, in degrees north and east as maps take them, and its
 * accuracy. The browser asks the visitor first.
 * @throws when the visitor refuses, or the device does not know within 20 seconds
 */
function getPosition(): Promise<string> {
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

/** The text that `position` writes. */
const POSITION = /-?\d+\.\d{5}, -?\d+\.\d{5} \(to within \d+ m\)/;

const STATUS_MESSAGES = {
  asking: 'Finding your location…',
  found: 'Now add the road and the direction you were travelling.',
  failed: 'We could not find your location. Type the road and the nearest town, junction or sign.',
};

/** Fills in where the device is, if the visitor and the device agree. */
export function LocationHelp({ fillIn }: { fillIn: FillField }) {
  const [report, setReport] = useState('');

  async function locate() {
    setReport(STATUS_MESSAGES.asking);
    try {
      const here = await getPosition();
      fillIn('location', (typed) =>
        POSITION.test(typed) ? typed.replace(POSITION, here) : `${typed}\n${here}`.trim(),
      );
      setReport(STATUS_MESSAGES.found);
    } catch {
      setReport(STATUS_MESSAGES.failed);
    }
  }

  return (
    <>
      <button className="btn btn--line" type="button" onClick={locate}>
        Use my location
      </button>
      <p className="fine" role="status">
        {report}
      </p>
    </>
  );
}
