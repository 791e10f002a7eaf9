import { ArrowLink, PageLink } from '../navigation/PageLink.tsx';
import { capitalize, type Wording } from '../site/claims.ts';
import { joinWithAnd } from '../site/company.ts';
import { useCompany, useHeading, useSite, useWording } from '../site/site-context.ts';
import { CallActions } from '../ui/CallActions.tsx';
import sprite from '../ui/scenery/vehicles.svg';
import { optionsPath } from '../ui/WhoWeAre.tsx';
import { whole } from '../ui/whole.tsx';
import { Sign } from './Sign.tsx';
import './hero.css';

export function Hero() {
  const {
    recovery,
    recoversDayAndNight,
    brandedParts,
    noExcess,
    independent,
    costs,
    handlesClaim,
  } = useWording();
  const recoveryText = recoversDayAndNight ? 'recovery at any hour' : 'recovery';
  const repairs = brandedParts ? 'repairs with branded parts' : 'bodyshop repairs';
  const services = joinWithAnd([recovery ? recoveryText : '', 'a replacement vehicle', repairs]);
  const payment = noExcess ? `No\u00a0excess to pay: ${costs.replace('We', 'we')}.` : `${costs}.`;
  const { h1, lead } = useHeading('home', {
    h1: handlesClaim
      ? 'Not your fault? We’ll\u00a0take\u00a0it from\u00a0here.'
      : 'Not your\u00a0fault? Start\u00a0here.',
    lead: `${capitalize(services)}. ${payment}`,
  });
  return (
    <section className="hero" id="home" aria-labelledby="hero-heading">
      <div className="wrap hero__grid">
        <div>
          <p className="eyebrow">
            <span>{`${independent ? 'Independent accident' : 'Accident'} management, not an insurer`}</span>
          </p>
          <h1 className="h-display" id="hero-heading">
            {h1}
          </h1>
          <p className="lead">{lead && whole(lead)}</p>
          <CallActions form="#contact" />
          <ArrowLink to="/accident">At the roadside now? What to do</ArrowLink>
          <p className="hero__who">
            {
              'We are not your insurer. You can claim through your own insurer or the other driver’s insurer instead. If you hire through us, the agreement is in your name: if the claim fails, you may have to pay some or all of the hire. '
            }
            <PageLink to={optionsPath(useSite())}>Your options and the risks</PageLink>
          </p>
          <TrustSignals />
        </div>
        <Sign />
      </div>
      <HeroScene recovery={recovery} />
    </section>
  );
}

/**
 * The road under the hero, in two layers with the posts of the sign between them. A phone shows the
 * middle 600 of the 1440 units, so the vehicles keep between x = 440 and 1080.
 */
function HeroScene({ recovery }: Pick<Wording, 'recovery'>) {
  return (
    <div className="hero__scene" aria-hidden="true">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: what is around it is hidden from screen readers */}
      <svg className="hero__back" viewBox="0 0 1440 350" preserveAspectRatio="xMidYMax slice">
        <use href={`${sprite}#scene-back`} />
      </svg>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: what is around it is hidden from screen readers */}
      <svg viewBox="0 0 1440 350" preserveAspectRatio="xMidYMax slice">
        <use href={`${sprite}#scene-front`} />
        <g className="drive v-a">
          {recovery ? (
            <use href={`${sprite}#v-recovery`} x="452" y="177" width="372" height="143" />
          ) : (
            <use href={`${sprite}#v-hatch`} x="560" y="220" width="200" height="100" />
          )}
        </g>
        <g className="drive v-b">
          <use href={`${sprite}#scene-suv`} />
        </g>
      </svg>
    </div>
  );
}

/**
 * The Financial Conduct Authority's register of authorised firms; the firm's reference number
 * follows.
 */
const FCA_REGISTER = 'https://register.fca.org.uk/s/search?type=Companies&q=';

/** Evidence on the first screen that anybody can look up, as far as the site file has it. */
function TrustSignals() {
  const { reviews, fca, tradeBodies = [] } = useCompany();
  const [body] = tradeBodies;
  if (!reviews && !fca && !body) return null;
  return (
    <ul className="trust">
      {reviews ? (
        <li>
          <strong>{reviews.rating}</strong> <a href={reviews.url}>{reviews.name}</a>
        </li>
      ) : null}
      {fca ? (
        <li>
          <strong>{`FCA firm reference ${fca}`}</strong>{' '}
          <a href={FCA_REGISTER + fca}>Check it on the FCA register</a>
        </li>
      ) : null}
      {body ? (
        <li>
          <strong>Member of</strong> {body.url ? <a href={body.url}>{body.name}</a> : body.name}
        </li>
      ) : null}
    </ul>
  );
}
