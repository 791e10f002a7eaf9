import { ArrowLink } from '../navigation/PageLink.tsx';
import { capitalize, type Wording } from '../site/claims.ts';
import { joinWithAnd } from '../site/company.ts';
import { useWording } from '../site/site-context.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Scene } from '../ui/scenery/Scene.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import { whole } from '../ui/whole.tsx';
import '../ui/card.css';
import '../ui/tile.css';
import './services.css';

interface Service {
  icon: IconName;
  title: string;
  text: string;
  to: string;
  /** Words of the link. */
  link: string;
}

const LEGAL_SUPPORT: Service = {
  icon: 'scale',
  title: 'Legal support',
  text: 'Help with the legal side of your claim, for example if fault is disputed.',
  to: '#contact',
  link: 'Ask about legal support',
};

const inspectionOf = ({ independentEngineer }: Wording): Service => ({
  icon: 'clipboard-check',
  title: 'Engineer inspection',
  text: independentEngineer
    ? 'An independent engineer inspects the damage and reports to the insurers.'
    : 'An engineer inspects the damage and reports to the insurers.',
  to: '#contact',
  link: 'Ask about an inspection',
});

/**
 * The services after the two large ones, recovery and replacement vehicles. See
 * docs/specification.md, section 1.
 */
const servicesOf = (wording: Wording): readonly Service[] => [
  {
    icon: 'key-round',
    title: 'Credit hire',
    text: wording.noUpfrontCost
      ? `A replacement vehicle with no up-front cost. ${wording.costs}.`
      : 'A replacement vehicle while yours is off the road.',
    to: '/credit-hire',
    link: 'How credit hire works',
  },
  {
    icon: 'wrench',
    title: 'Bodyshop repairs',
    text: wording.brandedParts
      ? `Repairs with branded parts, through ${wording.bodyshops}.`
      : `Repairs through ${wording.bodyshops}.`,
    to: '/bodyshop-repairs',
    link: 'How repairs work',
  },
  ...(wording.engineerReport ? [inspectionOf(wording)] : []),
  ...(wording.legalSupport ? [LEGAL_SUPPORT] : []),
];

function replacementText({ delivered, delivery }: Wording): string {
  if (delivered) return `We deliver ${delivery ? `yours ${delivery}` : 'one to you'}.`;
  return delivery
    ? `Yours is ready ${delivery}.`
    : 'A vehicle to drive while yours is off the road.';
}

export function Services() {
  const wording = useWording();
  const { recovery, storage, recoversDayAndNight, recoveryAndStorage, vehicle } = wording;
  const keeping = wording.engineerReport ? ' until it has been inspected' : '';
  const kept = joinWithAnd([
    recovery ? `collect your vehicle${recoversDayAndNight ? ' at any hour' : ''}` : '',
    storage ? `keep ${recovery ? 'it' : 'your vehicle'} safe${keeping}` : '',
  ]);
  return (
    <section className="section tint" id="services" aria-labelledby="services-heading">
      <h2 className="h2 head" id="services-heading">
        What we do for you
      </h2>
      <div className="bento">
        {recoveryAndStorage ? (
          <article className="card card--big card--green">
            <h3 className="h3">
              {capitalize(recoveryAndStorage)}
              {recoversDayAndNight ? ', 24/7' : ''}
            </h3>
            <p>{`We ${kept}.`}</p>
            <ArrowLink to="/accident">What to do after an accident</ArrowLink>
            <Scene className="card__art">
              <Vehicle name={recovery ? 'recovery' : 'damaged'} paint="e" />
            </Scene>
          </article>
        ) : null}
        <article className="card card--big card--yellow">
          <h3 className="h3">Replacement vehicles</h3>
          <p>{`${vehicle ? `All ${vehicle}. ` : ''}${replacementText(wording)}`}</p>
          <ArrowLink to="/replacement-vehicles">See the vehicles</ArrowLink>
          <Scene className="card__art">
            <Vehicle name="hatch" />
            <Vehicle name="suv" paint="b" />
          </Scene>
        </article>
        {servicesOf(wording).map(({ icon, title, text, to, link }) => (
          <article className="card" key={title}>
            <span className="tile">
              <Icon name={icon} />
            </span>
            <h3 className="h3">{title}</h3>
            <p>{whole(text)}</p>
            <ArrowLink to={to}>{link}</ArrowLink>
          </article>
        ))}
      </div>
    </section>
  );
}
