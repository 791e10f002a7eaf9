import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { browserOptsOut, visitorOptedOut } from '../shared/privacy/analytics-opt-out.ts';
import type { VisitorAction } from '../shared/privacy/reports.ts';
import { attempt } from '../shared/site/attempt.ts';
import { trackActions } from './track-actions.ts';

/** Highest number of metrics that the server accepts in one beacon. */
const MAX_PER_BEACON = 10;

/**
 * Reports web vitals and counted actions to the site itself: names and numbers, nothing that
 * identifies the visitor. A visitor who opts out is not measured, from that moment on.
 */
export function reportVitals(): void {
  // A visitor who removed beacons from the browser opts out too.
  const hasBeacons = attempt(() => typeof navigator.sendBeacon === 'function');
  if (browserOptsOut() || visitorOptedOut() || !hasBeacons) return;
  const queuedMetrics = new Map<string, Pick<Metric, 'name' | 'value' | 'id' | 'rating'>>();
  const actions: VisitorAction[] = [];
  const queueMetric = ({ name, value, id, rating }: Metric) =>
    queuedMetrics.set(id, { name, value, id, rating });
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(queueMetric);
  trackActions((action) => actions.push(action));
  const send = () => {
    if (document.visibilityState !== 'hidden') return;
    const all = [...queuedMetrics.values(), ...actions.splice(0)];
    queuedMetrics.clear();
    if (visitorOptedOut()) return;
    while (all.length > 0) {
      const part = JSON.stringify(all.splice(0, MAX_PER_BEACON));
      attempt(() =>
        navigator.sendBeacon('/vitals', new Blob([part], { type: 'application/json' })),
      );
    }
  };
  // The last event that phones reliably send to a page (pagehide does not always fire there).
  document.addEventListener('visibilitychange', send);
  addEventListener('pagehide', send);
}
