import { useEffect, useState } from 'react';
import type { FillIn } from './kept-notes.ts';
import { goesOnToPosition, loadedForPosition, POSITION, position } from './position.ts';

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
