import type { PageMetadata } from '../../head/metadata.ts';
import { PageLink } from '../../navigation/PageLink.tsx';
import type { Wording } from '../../site/claims.ts';
import { useWording } from '../../site/site-context.ts';
import { CallCard } from '../../ui/CallCard.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Road } from '../../ui/scenery/Road.tsx';
import { Vehicle, Vehicles } from '../../ui/scenery/Vehicle.tsx';
import { Ticks } from '../../ui/Ticks.tsx';
import { Prose, table } from '../../ui/Words.tsx';

export const metadata = {
  id: 'bodyshop-repairs',
  title: 'Accident Repairs at Approved Bodyshops',
  description: ({ brandedParts }) =>
    `${brandedParts ? 'Branded-parts' : 'Accident'} repairs through a national network of approved bodyshops, after an independent engineer’s inspection and report to insurers.`,
  keywords: ({ brandedParts }) =>
    `bodyshop repairs, accident repair, approved bodyshop, ${brandedParts ? 'branded parts, ' : ''}independent engineer inspection`,
  breadcrumb: 'Bodyshop Repairs',
  picture: '/social/bodyshop-repairs.png',
  pictureAlt:
    'A recovery truck carries a red car past a road sign: Bodyshop repairs. Repaired at an approved bodyshop',
} as const satisfies PageMetadata;

/**
 * The journey of one car: the same red car in each scene, damaged until it is repaired, with the
 * sign or the vehicle beside it.
 */
const stepsOf = ({ dayAndNight, brandedParts }: Wording) =>
  table(
    ['heading', 'text', 'before', 'vehicles', 'after'],
    `We collect it | A recovery truck takes your vehicle from the roadside${dayAndNight ? ', at any hour of the day or night' : ''}. | | recovery-damaged e
We keep it safe | It goes into secure storage. Nothing is repaired there: it waits for the engineer. | | damaged e | barrier
An engineer inspects it | An independent engineer examines the damage and reports to the insurers. | clipboard-check | damaged e
A bodyshop repairs it | An approved bodyshop of our national network does the work${brandedParts ? ', with branded parts' : ''}. | | hatch e | wrench
It comes back to you | You have your own vehicle again, and we take back the replacement. | | suv b, hatch e`,
  );

const offersOf = ({ brandedParts, dayAndNight, toYou }: Wording) => [
  'Accident repairs for cars, vans, motorcycles, taxis and private-hire vehicles',
  brandedParts ? 'Branded parts' : '',
  'A national network of approved bodyshops',
  `Recovery${dayAndNight ? ', 24/7,' : ''} and secure storage`,
  `A replacement vehicle, delivered ${toYou}`,
];

const reasonsOf = ({ noExcess, experience }: Wording) => [
  noExcess ? 'You have no excess to pay' : '',
  'Your replacement has no up-front cost: costs are recovered from the at-fault insurer',
  'An independent engineer inspects the damage',
  'One company arranges recovery, replacement vehicle and repair',
  experience && `We have ${experience}`,
];

/** What happens to the vehicle, what the bodyshops offer and why to use one. */
export function Page() {
  const wording = useWording();
  return (
    <>
      <PageHead
        page={metadata.id}
        title="Bodyshop repairs"
        lead={`Your vehicle is repaired${wording.brandedParts ? ' with branded parts,' : ''} at an approved bodyshop of a national network.`}
        art={<Vehicle name="recovery-damaged" paint="e" />}
      />
      <section className="section">
        <div className="head">
          <h2 className="h2">What happens to your vehicle</h2>
          <p className="lead">Meanwhile you drive a replacement.</p>
        </div>
        <Road>
          {stepsOf(wording).map(({ heading, text, before, vehicles, after }) => (
            <li key={heading}>
              <div className="repair">
                <div>
                  <h3>{heading}</h3>
                  <p>{text}</p>
                </div>
                <div className="scene" aria-hidden="true">
                  {sign(before)}
                  <Vehicles>{vehicles}</Vehicles>
                  {sign(after)}
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
          So the insurers do not have to take your word, or ours, for the damage.
        </Prose>
      </section>
      <section className="section tint">
        <CallCard heading="Is your vehicle damaged?">
          {`Call us${wording.anyHour}. We arrange the recovery and the repair.`}
        </CallCard>
      </section>
    </>
  );
}

/** A road sign on its post, or a barrier. */
function sign(name: string) {
  if (name === 'barrier') return <span className="scene__barrier" />;
  return name ? (
    <span className="tile scene__sign">
      <Icon name={name as IconName} />
    </span>
  ) : null;
}
