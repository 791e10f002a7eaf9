import type { ReactNode } from 'react';
import { CALLBACK_PARTS, CallbackEnding } from '../../callback/CallbackEnding.tsx';
import { MAKES } from '../../content/makes.tsx';
import type { PageMetadata } from '../../head/metadata.ts';
import { ArrowLink } from '../../navigation/PageLink.tsx';
import { capitalize, type Wording } from '../../site/claims.ts';
import { joinWithAnd, withNonBreakingSpaces } from '../../site/company.ts';
import { useWording } from '../../site/site-context.ts';
import { CallActions } from '../../ui/CallActions.tsx';
import { CheckList } from '../../ui/CheckList.tsx';
import { Column, Columns } from '../../ui/Columns.tsx';
import { Disclosures } from '../../ui/Disclosures.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Prose } from '../../ui/Prose.tsx';
import { Steps } from '../../ui/Steps.tsx';
import { HeadScene } from '../../ui/scenery/HeadScene.tsx';
import { Scene } from '../../ui/scenery/Scene.tsx';
import { Vehicle } from '../../ui/scenery/Vehicle.tsx';
import { OPTIONS_AND_RISK, WhoWeAre } from '../../ui/WhoWeAre.tsx';
import '../../ui/card.css';
import { whole } from '../../ui/whole.tsx';
import './replacement-vehicles.css';

export const metadata = {
  id: 'replacement-vehicles',
  title: 'Replacement Vehicles After a Non-Fault Accident',
  description: ({ grade, age, insured, delivered, hours, fleet }) => {
    const vehicles = grade ? `${capitalize(grade)} replacement vehicles` : 'Replacement vehicles';
    const all = joinWithAnd([age, insured]);
    const arrival = [hours && `in about ${hours}`, delivered && 'delivered to you'].find(Boolean);
    return `${vehicles}${all ? `, all ${all}` : ' after an accident that was not your fault'}. ${capitalize(fleet)}, ${arrival || 'while yours is off the road'}.`;
  },
  keywords: ({ grade, vans, minibuses, taxis }) =>
    [
      'replacement vehicle, replacement car',
      ...(vans ? ['replacement van'] : []),
      ...(minibuses ? ['minibus'] : []),
      ...(taxis ? ['taxi, private hire'] : []),
      'non-fault accident',
      ...(grade ? [`${grade} vehicle`] : []),
    ].join(', '),
  breadcrumb: 'Replacement Vehicles',
  picture: '/social/replacement-vehicles.png',
  pictureAlt: 'A green car drives towards a direction sign',
} as const satisfies PageMetadata;

export const parts = CALLBACK_PARTS;

const stepsOf = (wording: Wording) => [
  {
    heading: 'Call us',
    text: 'Tell us what happened, what you drive and what you use it for.',
  },
  {
    heading: 'We check that we can help',
    text: 'Credit hire is for drivers who were not at fault and who need a vehicle.',
  },
  {
    heading: 'You read the agreement and sign it',
    text: 'It is a contract in your own name. Ask us about anything you do not understand.',
  },
  handoverOf(wording),
  {
    heading: 'You hand it back',
    text: 'When your own vehicle is ready, or your claim for it has been paid.',
  },
];

function handoverOf({ delivered, delivery }: Wording) {
  if (delivered)
    return {
      heading: 'We deliver the vehicle',
      text: delivery ? `It reaches you ${delivery}.` : 'We bring it to you.',
    };
  return {
    heading: 'You get the vehicle',
    text: delivery ? `It is ready ${delivery}.` : 'Ask us when it can be ready, and where.',
  };
}

const toHaveReady = ({ taxis }: Wording) => [
  'Your driving licence',
  'The registration numbers of both vehicles',
  'The other driver’s name and insurer, if you have them',
  'Your own insurer and policy number',
  taxis ? 'For taxis and private hire, your badge number and licensing authority' : '',
];

interface ModelProps {
  name: string;
  /** The uses of the vehicle. */
  text?: string | undefined;
  children?: ReactNode;
}

/** The types of cars that there are words and a drawing for; others stand by name. */
const CAR_TYPES: Readonly<Record<string, { text: string; scene: ReactNode }>> = {
  Hatchbacks: {
    text: 'Easy to drive and to park',
    scene: (
      <>
        <Vehicle name="hatch" paint="e" />
        <Vehicle name="hatch" />
      </>
    ),
  },
  SUVs: {
    text: 'Room for the family and the luggage',
    scene: (
      <>
        <Vehicle name="suv" paint="b" />
        <Vehicle name="suv" paint="d" />
      </>
    ),
  },
};

function Model({ name, text, children }: ModelProps) {
  return (
    <li className="card model">
      {children ? <Scene>{children}</Scene> : null}
      <p>
        <strong>{name}</strong> {text}
      </p>
    </li>
  );
}

/** Vehicles that earn their driver a living, as far as the company supplies them. */
function WorkingVehicles({ vans, minibuses, taxis, motorcycles }: Wording) {
  const kinds = [vans ? 'commercial vehicles' : '', minibuses ? 'minibuses' : ''];
  const supplied = joinWithAnd(kinds);
  const replaced = taxis ? 'replacements for taxi and private-hire drivers' : '';
  const all = [supplied, replaced].filter(Boolean);
  const forRiders =
    'Tell us what you ride and what you need it for, and we will tell you what we can offer.';
  if (all.length === 0)
    return motorcycles ? (
      <section className="section tint split">
        <h2 className="h2">Ride a motorcycle?</h2>
        <p className="prose">{forRiders}</p>
      </section>
    ) : null;
  return (
    <section className="section tint">
      <div className="split">
        <h2 className="h2">{capitalize(supplied) || 'Taxi and private hire'}</h2>
        <Prose lead="If you work from your vehicle, a hatchback will not do.">
          <p>{whole(`We supply ${all.join(', and ')}.`)}</p>
          {motorcycles ? (
            <p>
              <strong>Ride a motorcycle?</strong> {forRiders}
            </p>
          ) : null}
        </Prose>
      </div>
      <ul className="models models--three">
        {vans ? (
          <Model name="Vans" text="For trades and deliveries">
            <Vehicle name="van" paint="c" />
          </Model>
        ) : null}
        {minibuses ? (
          <Model name="Minibuses" text="For groups and for passenger work">
            <Vehicle name="minibus" paint="c" />
          </Model>
        ) : null}
        {taxis ? (
          <Model name="Taxi and private hire" text="So that you can keep working">
            <Vehicle name="taxi" paint="d" />
          </Model>
        ) : null}
      </ul>
    </section>
  );
}

/** The fleet by make and by type of car, as far as the company says what it has. */
function OurVehicles({ grade, age, insured, makes, carTypes }: Wording) {
  const quality = joinWithAnd([withNonBreakingSpaces(grade), age]) || insured;
  if (!quality && !makes && carTypes.length === 0) return null;
  return (
    <section className="section">
      <div className="head">
        <h2 className="h2">Our vehicles</h2>
        {quality ? <p className="lead">{`Every one is ${quality}.`}</p> : null}
      </div>
      {makes ? (
        <ul className="makes">
          {(makes === true ? Object.keys(MAKES) : makes).map((name) => (
            <li className="card make" key={name}>
              {MAKES[name] && (
                <svg viewBox="0 0 64 48" aria-hidden="true">
                  {MAKES[name]}
                </svg>
              )}
              {name}
            </li>
          ))}
        </ul>
      ) : null}
      {carTypes.length > 0 ? (
        <ul className="models">
          {carTypes.map((name) => (
            <Model name={name} text={CAR_TYPES[name]?.text} key={name}>
              {CAR_TYPES[name]?.scene}
            </Model>
          ))}
        </ul>
      ) : null}
      {makes ? (
        <p className="fine">
          Names and logos belong to their owners. They show which makes are in our fleet; no maker
          endorses us.
        </p>
      ) : null}
    </section>
  );
}

function offerOf({ grade, delivered, delivery }: Wording): string {
  const vehicle = grade ? `a ${withNonBreakingSpaces(grade)} vehicle` : 'a vehicle';
  if (delivered) return `We deliver ${vehicle} ${delivery || 'to you'}.`;
  return delivery ? `We have ${vehicle} ready ${delivery}.` : `We can hire you ${vehicle}.`;
}

/** The fleet by make and by type, and how a replacement is paid for. */
export function Page() {
  const wording = useWording();
  const { grade, age, insured, noUpfrontCost, costs } = wording;
  const hasWorkingVehicles =
    wording.vans || wording.minibuses || wording.taxis || wording.motorcycles;
  const [odd, even] = hasWorkingVehicles
    ? ['section', 'section tint']
    : ['section tint', 'section'];
  return (
    <>
      <PageHead
        page={metadata.id}
        photo={metadata.id}
        title="Replacement vehicles"
        lead={`Stay on the road while your vehicle is off it. ${offerOf(wording)}`}
        art={<HeadScene name="yard" />}
      >
        <WhoWeAre>{OPTIONS_AND_RISK}</WhoWeAre>
        <div className="facts">
          <CheckList>
            {[
              capitalize([grade, age].filter(Boolean).join(', ')),
              capitalize(insured),
              noUpfrontCost ? 'No up-front cost' : '',
            ]}
          </CheckList>
        </div>
        <CallActions form="#contact" />
      </PageHead>
      <OurVehicles {...wording} />
      <WorkingVehicles {...wording} />
      <section className={odd}>
        <h2 className="h2 head">How it works</h2>
        <Steps steps={stepsOf(wording)} className="road--across" />
      </section>
      <section className={even}>
        <Columns>
          <Column heading="Have these ready">
            <CheckList>{toHaveReady(wording)}</CheckList>
          </Column>
          <Column heading="What you pay">
            <Disclosures>
              {/* A visitor may close it before hydration. */}
              <details open suppressHydrationWarning>
                <summary>Credit Hire</summary>
                <p>
                  {whole(
                    `Credit hire puts you in a replacement vehicle${noUpfrontCost ? ' with no up-front cost' : ''}. ${costs}.`,
                  )}
                </p>
                <p>
                  The hire agreement is a contract in your own name. If the claim fails, you may owe
                  some or all of the hire.
                </p>
                <p>
                  <ArrowLink to="/credit-hire">How credit hire works</ArrowLink>
                </p>
              </details>
            </Disclosures>
          </Column>
        </Columns>
      </section>
      <CallbackEnding />
    </>
  );
}
