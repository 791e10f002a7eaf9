import type { ReactNode } from 'react';
import type { PageMetadata } from '../../head/metadata.ts';
import { PageLink } from '../../navigation/PageLink.tsx';
import type { Wording } from '../../site/claims.ts';
import { useWording } from '../../site/site-context.ts';
import { CallCard } from '../../ui/CallCard.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Prose } from '../../ui/Prose.tsx';
import { Road } from '../../ui/scenery/Road.tsx';
import { Vehicle } from '../../ui/scenery/Vehicle.tsx';
import { Ticks } from '../../ui/Ticks.tsx';
import '../../ui/tile.css';
import './bodyshop-repairs.css';

export const metadata = {
  id: 'bodyshop-repairs',
  title: 'Accident Repairs at Approved Bodyshops',
  description: ({ brandedParts }) =>
    brandedParts
      ? 'Branded-parts repairs through a national network of approved bodyshops, after an independent engineer’s inspection and report to insurers.'
      : 'Accident repairs through a national network of approved bodyshops, after an independent engineer’s inspection and report to insurers.',
  keywords: ({ brandedParts }) =>
    brandedParts
      ? 'bodyshop repairs, accident repair, approved bodyshop, branded parts, independent engineer inspection'
      : 'bodyshop repairs, accident repair, approved bodyshop, independent engineer inspection',
  breadcrumb: 'Bodyshop Repairs',
  picture: '/social/bodyshop-repairs.png',
  pictureAlt: 'A yellow recovery truck carries a red car past dark green hills',
} as const satisfies PageMetadata;

interface Step {
  heading: string;
  text: string;
  scene: ReactNode;
}

/**
 * The journey of one car: the same red car in each scene, damaged until it is repaired, with the
 * sign or the vehicle beside it.
 */
const stepsOf = ({ dayAndNight, brandedParts }: Wording): readonly Step[] => [
  {
    heading: 'We collect it',
    text: dayAndNight
      ? 'A recovery truck takes your vehicle from the roadside, at any hour of the day or night.'
      : 'A recovery truck takes your vehicle from the roadside.',
    scene: <Vehicle name="recovery-damaged" paint="e" />,
  },
  {
    heading: 'We keep it safe',
    text: 'It goes into secure storage. Nothing is repaired there: it waits for the engineer.',
    scene: (
      <>
        <Vehicle name="damaged" paint="e" />
        <span className="scene__barrier" />
      </>
    ),
  },
  {
    heading: 'An engineer inspects it',
    text: 'An independent engineer examines the damage and reports to the insurers.',
    scene: (
      <>
        <RoadSign icon="clipboard-check" />
        <Vehicle name="damaged" paint="e" />
      </>
    ),
  },
  {
    heading: 'A bodyshop repairs it',
    text: brandedParts
      ? 'An approved bodyshop of our national network does the work, with branded parts.'
      : 'An approved bodyshop of our national network does the work.',
    scene: (
      <>
        <Vehicle name="hatch" paint="e" />
        <RoadSign icon="wrench" />
      </>
    ),
  },
  {
    heading: 'It comes back to you',
    text: 'You have your own vehicle again, and we take back the replacement.',
    scene: (
      <>
        <Vehicle name="suv" paint="b" />
        <Vehicle name="hatch" paint="e" />
      </>
    ),
  },
];

const offersOf = ({ brandedParts, dayAndNight, hours }: Wording) => [
  'Accident repairs for cars, vans, motorcycles, taxis and private-hire vehicles',
  brandedParts ? 'Branded parts' : '',
  'A national network of approved bodyshops',
  dayAndNight ? 'Recovery, 24/7, and secure storage' : 'Recovery and secure storage',
  hours
    ? `A replacement vehicle, delivered in about ${hours}`
    : 'A replacement vehicle, delivered to you',
];

const reasonsOf = ({ noExcess, experience }: Wording) => [
  noExcess ? 'You have no excess to pay' : '',
  'Your replacement has no up-front cost: costs are recovered from the at-fault insurer',
  'An independent engineer inspects the damage',
  'One company arranges recovery, replacement vehicle and repair',
  experience ? `We have ${experience}` : '',
];

/** What happens to the vehicle, what the bodyshops offer and why to use one. */
export function Page() {
  const wording = useWording();
  return (
    <>
      <PageHead
        page={metadata.id}
        title="Bodyshop repairs"
        lead={
          wording.brandedParts
            ? 'Your vehicle is repaired with branded parts, at an approved bodyshop of a national network.'
            : 'Your vehicle is repaired at an approved bodyshop of a national network.'
        }
        art={<Vehicle name="recovery-damaged" paint="e" />}
      />
      <section className="section">
        <div className="head">
          <h2 className="h2">What happens to your vehicle</h2>
          <p className="lead">Meanwhile you drive a replacement.</p>
        </div>
        <Road>
          {stepsOf(wording).map(({ heading, text, scene }) => (
            <li key={heading}>
              <div className="repair">
                <div>
                  <h3>{heading}</h3>
                  <p>{text}</p>
                </div>
                <div className="scene" aria-hidden="true">
                  {scene}
                </div>
              </div>
            </li>
          ))}
        </Road>
      </section>
      <section className="section tint bodyshop">
        <section className="prose">
          <h2 className="h2">What our bodyshops offer</h2>
          <Ticks>{offersOf(wording)}</Ticks>
        </section>
        <section className="prose">
          <h2 className="h2">Why use a bodyshop of ours</h2>
          <Ticks>{reasonsOf(wording)}</Ticks>
          <p>
            Credit hire is a contract in your own name.{' '}
            <PageLink to="/credit-hire#claim-fails">Who pays if a claim fails</PageLink>
          </p>
        </section>
      </section>
      <section className="section split">
        <h2 className="h2">Who says what is damaged</h2>
        <Prose lead="The engineer is independent, and the report goes to the insurers.">
          <p>So the insurers do not have to take your word, or ours, for the damage.</p>
        </Prose>
      </section>
      <section className="section tint">
        <CallCard heading="Is your vehicle damaged?">
          {wording.dayAndNight
            ? 'Call us at any hour. We arrange the recovery and the repair.'
            : 'Call us. We arrange the recovery and the repair.'}
        </CallCard>
      </section>
    </>
  );
}

/** A road sign on its post. */
function RoadSign({ icon }: { icon: IconName }) {
  return (
    <span className="tile scene__sign">
      <Icon name={icon} />
    </span>
  );
}
