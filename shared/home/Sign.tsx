import { useWording } from '../site/site-context.ts';
import './sign.css';

/** The direction sign of the hero: destination at the left, time at the right, where one is claimed. */
export function Sign() {
  const { recovery, dayAndNight, hours, weeks } = useWording();
  return (
    <div className="sign">
      <p>Your way back</p>
      <dl>
        {recovery ? (
          <div>
            <dt>Recovered</dt>
            <dd>{dayAndNight ? '24/7' : 'by us'}</dd>
          </div>
        ) : null}
        <div>
          <dt>Replacement</dt>
          {hours ? (
            <dd>
              <small>about</small> {hours.replace('\u00a0hour', ' hr')}
            </dd>
          ) : (
            <dd>to you</dd>
          )}
        </div>
        <div>
          <dt>Claim done</dt>
          <dd>{weeks ? weeks.replace('\u00a0week', ' wk') : 'for you'}</dd>
        </div>
      </dl>
    </div>
  );
}
