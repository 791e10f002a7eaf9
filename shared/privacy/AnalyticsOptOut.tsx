import { useEffect, useRef, useState } from 'react';
import { browserOptsOut, saveOptOut, visitorOptedOut } from './analytics-opt-out.ts';
import '../ui/checkbox.css';
import './analytics-opt-out.css';

/**
 * The way to object to the measuring of page speed. Only scripts measure, so without them there is
 * nothing to switch off and nothing is shown.
 */
export function AnalyticsOptOut() {
  const [browser, setBrowser] = useState(false);
  const [visitor, setVisitor] = useState(false);
  const [isStorageBlocked, setIsStorageBlocked] = useState(false);
  const box = useRef<HTMLInputElement>(null);

  function choose(objects: boolean) {
    setIsStorageBlocked(!saveOptOut(objects));
    setVisitor(visitorOptedOut());
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for who ticked it before the script was there
  useEffect(() => {
    setBrowser(browserOptsOut());
    if (box.current?.checked) choose(true);
    setVisitor(visitorOptedOut());
  }, []);
  let said = '';
  if (browser) said = 'Your browser has opted out for you. We do not measure your visits.';
  else if (isStorageBlocked)
    said = 'Your browser does not keep this choice. Turn on Global Privacy Control in it instead.';
  else if (visitor) said = 'We do not measure your visits on this device.';
  return (
    <div className="switch">
      <label className="checkbox">
        <input
          type="checkbox"
          checked={browser || visitor}
          disabled={browser}
          onChange={({ target: { checked } }) => choose(checked)}
          ref={box}
        />
        Do not measure my visits
      </label>
      <p role="status">{said}</p>
    </div>
  );
}
