import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { browserObjects, visitorObjects } from '../shared/privacy/measuring.ts';
import type { VisitorAction } from '../shared/privacy/reports.ts';
import { watchActions } from './visitor-actions.ts';

/** Highest number of metrics that the server accepts in one beacon. */
const MOST_AT_ONCE = 10;

/**
 * Reports web vitals and counted actions to the site itself: names and numbers, nothing that
 * identifies the visitor. A visitor who opts out is not measured, from that moment on.
 */
export function reportVitals(): void {
  // A visitor who removed beacons from the browser opts out too.
  if (browserObjects() || visitorObjects() || !('sendBeacon' in navigator)) return;
  const waiting = new Map<string, Pick<Metric, 'name' | 'value' | 'id' | 'rating'>>();
  const actions: VisitorAction[] = [];
  const keep = ({ name, value, id, rating }: Metric) =>
    waiting.set(id, { name, value, id, rating });
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(keep);
  watchActions((action) => actions.push(action));
  const send = () => {
    if (document.visibilityState !== 'hidden') return;
    const all = [...waiting.values(), ...actions.splice(0)];
    waiting.clear();
    if (visitorObjects()) return;
    while (all.length > 0) {
      const part = JSON.stringify(all.splice(0, MOST_AT_ONCE));
      navigator.sendBeacon('/vitals', new Blob([part], { type: 'application/json' }));
    }
  };
  // The last event that phones reliably send to a page (pagehide does not always fire there).
  document.addEventListener('visibilitychange', send);
  addEventListener('pagehide', send);
}
