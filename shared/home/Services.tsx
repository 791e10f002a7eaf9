import { servicesOf } from '../content/services.ts';
import { capital } from '../site/claims.ts';
import { useWording } from '../site/site-context.ts';
import { ArrowLink } from '../ui/ArrowLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import { Words } from '../ui/Words.tsx';

export function Services() {
  const wording = useWording();
  const { dayAndNight, anyHour, delivery, vehicle } = wording;
  return (
    <section className="section tint" id="services" aria-labelledby="services-heading">
      <div className="wrap">
        <div className="head">
          <h2 className="h2" id="services-heading">
            What we do for you
          </h2>
        </div>
        <div className="bento">
          <article className="card card--big card--green">
            <h3 className="h3">{`Recovery and secure storage${dayAndNight ? ', 24/7' : ''}`}</h3>
            <p>
              {`We collect your vehicle${anyHour} and keep it safe until it has been inspected.`}
            </p>
            <ArrowLink to="/accident">What to do after an accident</ArrowLink>
            <div className="card__art" aria-hidden="true">
              <div className="art-row">
                <Vehicle name="recovery" paint="e" />
              </div>
              <div className="art-road" />
            </div>
          </article>
          <article className="card card--big card--yellow">
            <h3 className="h3">Replacement vehicles</h3>
            <p>{`${capital(vehicle)}. Delivered ${delivery || 'to you'}.`}</p>
            <ArrowLink to="/replacement-vehicles">See the vehicles</ArrowLink>
            <div className="card__art" aria-hidden="true">
              <div className="art-row">
                <Vehicle name="hatch" paint="a" />
                <Vehicle name="suv" paint="b" />
              </div>
              <div className="art-road" />
            </div>
          </article>
          {servicesOf(wording).map(({ icon, title, text, to, link }) => (
            <article className="card" key={title}>
              <span className="tile">
                <Icon name={icon} />
              </span>
              <h3 className="h3">{title}</h3>
              <p>
                <Words>{text}</Words>
              </p>
              <ArrowLink to={to}>{link}</ArrowLink>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
