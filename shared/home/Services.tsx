import { ArrowLink } from '../navigation/PageLink.tsx';
import { capital, type Wording } from '../site/claims.ts';
import { useWording } from '../site/site-context.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { OnTheRoad } from '../ui/scenery/Vehicle.tsx';
import { table } from '../ui/Words.tsx';

/**
 * The services after the two large ones, recovery and replacement vehicles. See
 * docs/specification.md, section 1.
 */
const servicesOf = ({ brandedParts }: Wording) =>
  table(
    ['icon', 'title', 'text', 'to', 'link'],
    `key-round | Credit hire | No up-front cost. Costs are recovered from the at-fault insurer. | /credit-hire | How credit hire works
wrench | Bodyshop repairs | ${brandedParts ? 'Branded parts, fitted' : 'Repairs'} by a national network of approved bodyshops. | /bodyshop-repairs | About our bodyshops
clipboard-check | Engineer inspection | An independent report on the damage, sent to the insurers. | #contact | Ask about an inspection
scale | Legal support | Help with the legal side of your claim. | #contact | Ask about legal support`,
  );

export function Services() {
  const wording = useWording();
  const { dayAndNight, anyHour, delivery, vehicle } = wording;
  return (
    <section className="section tint" id="services" aria-labelledby="services-heading">
      <h2 className="h2 head" id="services-heading">
        What we do for you
      </h2>
      <div className="bento">
        <article className="card card--big card--green">
          <h3 className="h3">{`Recovery and secure storage${dayAndNight ? ', 24/7' : ''}`}</h3>
          <p>{`We collect your vehicle${anyHour} and keep it safe until it has been inspected.`}</p>
          <ArrowLink to="/accident">What to do after an accident</ArrowLink>
          <OnTheRoad className="card__art">recovery e</OnTheRoad>
        </article>
        <article className="card card--big card--yellow">
          <h3 className="h3">Replacement vehicles</h3>
          <p>{`${capital(vehicle)}. Delivered ${delivery || 'to you'}.`}</p>
          <ArrowLink to="/replacement-vehicles">See the vehicles</ArrowLink>
          <OnTheRoad className="card__art">hatch a, suv b</OnTheRoad>
        </article>
        {servicesOf(wording).map(({ icon, title, text, to, link }) => (
          <article className="card" key={title}>
            <span className="tile">
              <Icon name={icon as IconName} />
            </span>
            <h3 className="h3">{title}</h3>
            <p>{text}</p>
            <ArrowLink to={to}>{link}</ArrowLink>
          </article>
        ))}
      </div>
    </section>
  );
}
