import { capital, type Wording } from '../site/claims.ts';
import { useWording } from '../site/site-context.ts';
import { ArrowLink } from '../ui/ArrowLink.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import { Words } from '../ui/Words.tsx';

interface Service {
  icon: IconName;
  title: string;
  text: string;
  /** Where the card leads, and the words of its link. */
  to: string;
  link: string;
}

/**
 * The services after the two large ones, recovery and replacement vehicles. See
 * docs/specification.md, section 1.
 */
const servicesOf = ({ brandedParts }: Wording): readonly Service[] => [
  {
    icon: 'key-round',
    title: 'Credit hire',
    text: 'No up-front cost. Costs are recovered from the at-fault insurer.',
    to: '/credit-hire',
    link: 'How credit hire works',
  },
  {
    icon: 'wrench',
    title: 'Bodyshop repairs',
    text: `${brandedParts ? 'Branded parts, fitted' : 'Repairs'} by a national network of approved bodyshops.`,
    to: '/bodyshop-repairs',
    link: 'About our bodyshops',
  },
  {
    icon: 'clipboard-check',
    title: 'Engineer inspection',
    text: 'An independent report on the damage, sent to the insurers.',
    to: '#contact',
    link: 'Ask about an inspection',
  },
  {
    icon: 'scale',
    title: 'Legal support',
    text: 'Help with the legal side of your claim.',
    to: '#contact',
    link: 'Ask about legal support',
  },
];

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
