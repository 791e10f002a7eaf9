import type { Wording } from '../site/claims.ts';
import { useWording } from '../site/site-context.ts';
import { whole } from '../ui/whole.tsx';
import './sign.css';

interface Destination {
  name: string;
  /** Stands small before the time. */
  qualifier?: string;
  time: string;
}

/** Returns the destinations whose time is claimed. */
function destinationsOf({ recoversDayAndNight, hours, weeks }: Wording): readonly Destination[] {
  const destinations: Destination[] = [];
  if (recoversDayAndNight) destinations.push({ name: 'Recovery', time: '24/7' });
  if (hours)
    destinations.push({
      name: 'Replacement',
      qualifier: 'about',
      time: hours.replace('\u00a0hour', ' hr'),
    });
  if (weeks)
    destinations.push({ name: 'Claims process', time: weeks.replace('\u00a0week', ' wk') });
  return destinations;
}

/**
 * The direction sign of the hero: destinations at the left, times at the right. Nothing with fewer
 * than two times, which would be no sign.
 */
export function Sign() {
  const destinations = destinationsOf(useWording());
  if (destinations.length < 2) return null;
  return (
    <div className="sign">
      <p>Back on the road</p>
      <dl>
        {destinations.map(({ name, qualifier, time }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {qualifier ? (
                <>
                  <small>{qualifier}</small>{' '}
                </>
              ) : null}
              {whole(time)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
