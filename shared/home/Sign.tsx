import { useWording } from '../site/site-context.ts';
import './sign.css';

/** The direction sign of the hero: destination at the left, time at the right, where one is claimed. */
export function Sign() {
  const { recovery, dayAndNight, hours, weeks } = useWording();
  return (
    <div className="sign">
      <p>Back on the road</p>
      <dl>
        {recovery ? (
          <div>
            <dt>Recovery</dt>
            <dd>{dayAndNight ? '24/7' : 'by us'}</dd>
          </div>
        ) : null}
        <div>
          <dt>Replacement</dt>
          {hours ? (
            <dd>
              <small>about</small>
              {` ${hours.replace('\u00a0hour', ' hr')}`}
            </dd>
          ) : (
            <dd>brought to you</dd>
          )}
        </div>
        <div>
          <dt>Claims process</dt>
          <dd>{weeks ? weeks.replace('\u00a0week', ' wk') : 'handled for you'}</dd>
        </div>
      </dl>
    </div>
  );
}
