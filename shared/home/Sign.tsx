import { useWording } from '../site/site-context.ts';

/** The direction sign of the hero: destination at the left, time at the right, where one is claimed. */
export function Sign() {
  const { dayAndNight, hours, weeks } = useWording();
  const lines = [
    ['Recovered', dayAndNight ? '24/7' : 'by us'],
    ['Replacement', hours ? ` ${hours.replace('\u00a0hour', ' hr')}` : 'to you', hours && 'about'],
    ['Claim done', weeks ? weeks.replace('\u00a0week', ' wk') : 'for you'],
  ] as const;
  return (
    <div className="sign">
      <p>Your way back</p>
      <dl>
        {lines.map(([what, when, about]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {about ? <small>{about}</small> : null}
              {when}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
