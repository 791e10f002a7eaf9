import type { ReactNode } from 'react';
import { CALLBACK_PARTS, CallbackEnding } from '../../callback/CallbackEnding.tsx';
import type { PageMetadata } from '../../head/metadata.ts';
import { PageLink } from '../../navigation/PageLink.tsx';
import { capitalize, type Wording } from '../../site/claims.ts';
import { useWording } from '../../site/site-context.ts';
import { CallActions } from '../../ui/CallActions.tsx';
import { CheckList } from '../../ui/CheckList.tsx';
import { Column, Columns } from '../../ui/Columns.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { HeadScene } from '../../ui/scenery/HeadScene.tsx';
import { Road } from '../../ui/scenery/Road.tsx';
import { Scene } from '../../ui/scenery/Scene.tsx';
import { Vehicle } from '../../ui/scenery/Vehicle.tsx';
import { REPAIR_OPTIONS, WhoWeAre } from '../../ui/WhoWeAre.tsx';
import '../../ui/tile.css';
import './bodyshop-repairs.css';

export const metadata = {
  id: 'bodyshop-repairs',
  title: ({ approved }) =>
    approved ? 'Accident Repairs at Approved Bodyshops' : 'Bodyshop Repairs After an Accident',
  description: ({ brandedParts, bodyshops, engineer }) =>
    `${brandedParts ? 'Accident repairs with branded parts' : 'Accident repairs'} through ${bodyshops}, after ${engineer ? `${engineer}’s report` : 'an accident that was not your fault'}. We are not your insurer.`,
  keywords: ({ brandedParts, approved, engineerReport, independentEngineer }) =>
    [
      'bodyshop repairs, accident repair',
      approved ? 'approved bodyshop' : 'bodyshop',
      ...(brandedParts ? ['branded parts'] : []),
      ...(engineerReport
        ? [independentEngineer ? 'independent engineer inspection' : 'engineer inspection']
        : []),
    ].join(', '),
  breadcrumb: 'Bodyshop Repairs',
  picture: '/social/bodyshop-repairs.png',
  pictureAlt: 'A yellow recovery truck carries a red car past dark green hills',
  pictureClaim: 'recovery',
} as const satisfies PageMetadata;

export const parts = CALLBACK_PARTS;

interface Step {
  heading: string;
  text: string;
  scene: ReactNode;
}

/**
 * The journey of one car: the same red car in each scene, damaged until it is repaired, with the
 * sign or the vehicle beside it.
 */
const collectionOf = ({ recoversDayAndNight }: Wording): Step => ({
  heading: 'We collect it',
  text: recoversDayAndNight
    ? 'A recovery truck takes your vehicle from the roadside, at any hour of the day or night.'
    : 'A recovery truck takes your vehicle from the roadside.',
  scene: <Vehicle name="recovery-damaged" paint="e" />,
});

const storageOf = ({ engineer }: Wording): Step => ({
  heading: 'We keep it safe',
  text: `It stays in secure storage${engineer ? ' until the engineer has inspected it' : ''}. No work is done on it there.`,
  scene: (
    <>
      <Vehicle name="damaged" paint="e" />
      <span className="scene__barrier" />
    </>
  ),
});

const inspectionOf = ({ engineer }: Wording): Step => ({
  heading: 'An engineer inspects it',
  text: `${capitalize(engineer)} examines the damage and reports to the insurers.`,
  scene: (
    <>
      <RoadSign icon="clipboard-check" />
      <span className="scene__turned">
        <Vehicle name="damaged" paint="e" />
      </span>
    </>
  ),
});

const repairOf = ({ brandedParts, bodyshop, nationwide }: Wording): readonly Step[] => [
  {
    heading: 'A bodyshop repairs it',
    text: `${capitalize(bodyshop)}${nationwide ? ' in our national network' : ''} does the work${brandedParts ? ', with branded parts' : ''}.`,
    scene: (
      <>
        <Vehicle name="hatch" paint="e" />
        <RoadSign icon="wrench" />
      </>
    ),
  },
  {
    heading: 'You get it back',
    text: 'You have your own vehicle again, and you hand back the replacement.',
    scene: (
      <>
        <Vehicle name="suv" paint="b" />
        <Vehicle name="hatch" paint="e" />
      </>
    ),
  },
];

const offersOf = (wording: Wording) => [
  `Accident repairs for ${wording.vehicles}`,
  wording.brandedParts ? 'Branded parts' : '',
  wording.approved || wording.nationwide ? capitalize(wording.bodyshops) : '',
  wording.recoversDayAndNight
    ? `24/7 ${wording.recoveryAndStorage}`
    : capitalize(wording.recoveryAndStorage),
  `A replacement vehicle${wording.arrival && `, ${wording.arrival}`}`,
];

const reasonsOf = (wording: Wording) => [
  wording.noExcess ? 'You have no excess to pay' : '',
  wording.noUpfrontCost
    ? `There is no up-front cost for your replacement: ${wording.costs.replace('We', 'we')}`
    : wording.costs,
  wording.engineer ? `${capitalize(wording.engineer)} inspects the damage` : '',
  wording.handlesClaim
    ? `One company arranges ${wording.recovery ? 'recovery, your replacement vehicle' : 'your replacement vehicle'} and your repairs`
    : '',
  wording.weeks ? `The claims process takes ${wording.weeks}, or longer if fault is disputed` : '',
  wording.experience ? `We have ${wording.experience}` : '',
];

/** Fewer are told in a sentence: they make no road. */
const LEAST_STEPS = 3;

/** The way of a vehicle through repair, and the bodyshops' services and advantages. */
export function Page() {
  const wording = useWording();
  const { brandedParts, bodyshop, nationwide, recovery, engineerReport } = wording;
  const steps = [
    ...(recovery ? [collectionOf(wording)] : []),
    ...(wording.storage ? [storageOf(wording)] : []),
    ...(engineerReport ? [inspectionOf(wording)] : []),
    ...repairOf(wording),
  ];
  const opening = (
    <div className="head">
      <h2 className="h2">What happens to your vehicle</h2>
      <p className="lead bodyshop__lead">You can hire a replacement in the meantime.</p>
    </div>
  );
  return (
    <>
      <PageHead
        page={metadata.id}
        photo={metadata.id}
        title="Bodyshop repairs"
        lead={`We arrange repairs ${brandedParts ? 'with branded parts ' : ''}at ${bodyshop}${nationwide ? ' in a national network' : ''}.`}
        art={<HeadScene name="booth" />}
      >
        <WhoWeAre>{REPAIR_OPTIONS}</WhoWeAre>
        <CallActions form="#contact" />
      </PageHead>
      <section className="section">
        {steps.length < LEAST_STEPS ? (
          <div className="repair">
            <div>
              {opening}
              <p>{steps.map(({ text }) => text).join(' ')}</p>
            </div>
            <Scene>{steps[0]?.scene}</Scene>
          </div>
        ) : (
          <>
            {opening}
            <Road>
              {steps.map(({ heading, text, scene }) => (
                <li key={heading}>
                  <div className="repair">
                    <div>
                      <h3>{heading}</h3>
                      <p>{text}</p>
                    </div>
                    <Scene>{scene}</Scene>
                  </div>
                </li>
              ))}
            </Road>
          </>
        )}
      </section>
      <section className="section tint bodyshop">
        <section className="prose">
          <h2 className="h2">What we offer with a repair</h2>
          <CheckList>{offersOf(wording)}</CheckList>
        </section>
        <section className="prose">
          <h2 className="h2">Why use our bodyshops</h2>
          <CheckList>{reasonsOf(wording)}</CheckList>
          <p>
            Credit hire is a contract in your own name.{' '}
            <PageLink to="/credit-hire#claim-fails">Who pays if a claim fails</PageLink>
          </p>
        </section>
      </section>
      <section className="section">
        <Columns>
          {engineerReport ? (
            <Column heading="Who decides what needs repairing">
              <p>
                {wording.independentEngineer
                  ? 'The engineer is independent, and the report goes to the insurers. '
                  : 'The engineer does, and the report goes to the insurers. '}
                So no one has to take your word, or ours, for the damage.
              </p>
            </Column>
          ) : null}
          <Column heading="If it is not worth repairing">
            <p>
              {engineerReport
                ? 'The engineer may find that a repair would cost more than your vehicle is worth. '
                : 'A repair may cost more than your vehicle is worth. '}
              Ask us about the valuation and what happens next.
            </p>
          </Column>
          {wording.chooseRepairer ? (
            <Column heading="Your own repairer">
              <p>You can ask for a repairer of your choice. Tell us when you call.</p>
            </Column>
          ) : null}
        </Columns>
      </section>
      <CallbackEnding />
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
