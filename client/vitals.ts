import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { browserObjects, visitorObjects } from '../shared/privacy/measuring.ts';

/**
 * Reports web vitals to the site itself: a name and a number, nothing that identifies the visitor.
 * Whoever objects is not measured; an objection made during the visit takes effect at once.
 */
export function reportVitals(): void {
  if (browserObjects() || visitorObjects()) return;
  const waiting = new Map<string, Pick<Metric, 'name' | 'value' | 'id' | 'rating'>>();
  const keep = ({ name, value, id, rating }: Metric) =>
    waiting.set(id, { name, value, id, rating });
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(keep);
  const send = () => {
    if (document.visibilityState !== 'hidden' || waiting.size === 0) return;
    if (visitorObjects()) return;
    const body = new Blob([JSON.stringify([...waiting.values()])], { type: 'application/json' });
    waiting.clear();
    navigator.sendBeacon('/vitals', body);
  };
  // The last event that phones reliably send to a page (pagehide does not always fire there).
  document.addEventListener('visibilitychange', send);
  addEventListener('pagehide', send);
}
