import { MAKES } from '../../content/makes.tsx';
import type { PageMetadata } from '../../head/metadata.ts';
import { ArrowLink } from '../../navigation/PageLink.tsx';
import { capital } from '../../site/claims.ts';
import { spokenList, unbroken } from '../../site/company.ts';
import { useWording } from '../../site/site-context.ts';
import { CallButton } from '../../ui/CallButton.tsx';
import { CallCard } from '../../ui/CallCard.tsx';
import { Disclosures } from '../../ui/Disclosures.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Vehicles } from '../../ui/scenery/Vehicle.tsx';
import { Ticks } from '../../ui/Ticks.tsx';
import { Prose, table } from '../../ui/Words.tsx';

const INSURED = 'fully comprehensively insured';

export const metadata = {
  id: 'replacement-vehicles',
  title: 'Replacement Vehicles After a Non-Fault Accident',
  description: ({ grade, age, toYou, hours }) =>
    `${capital(`${grade} replacement vehicles`.trim())}, all ${spokenList([age, INSURED])}. Cars, vans, minibuses and taxis, ${hours ? '' : 'delivered '}${toYou}.`,
  keywords: ({ grade }) =>
    `replacement vehicle, replacement car, replacement van, minibus, taxi, private hire, non-fault accident${grade && `, ${grade} vehicle`}`,
  breadcrumb: 'Replacement Vehicles',
  picture: '/social/replacement-vehicles.png',
  pictureAlt: 'A van and two cars by a road sign: Replacement vehicles, delivered to you',
} as const satisfies PageMetadata;

/** @param children their name, what they are for and how they look, a line each */
function Models({ className, children }: { className: string; children: string }) {
  return (
    <ul className={className}>
      {table(['name', 'text', 'vehicles'], children).map(({ name, text, vehicles }) => (
        <li className="card model" key={name}>
          <div className="model__art">
            <Vehicles>{vehicles}</Vehicles>
          </div>
          <p>
            <strong>{name}</strong> {text}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The fleet by make and by type, and how a replacement is paid for. */
export function Page() {
  const { grade, age, delivery, dayAndNight } = useWording();
  return (
    <>
      <PageHead
        page={metadata.id}
        title="Replacement vehicles"
        lead={`Keep working and keep your plans. We deliver a ${grade && `${unbroken(grade)} `}vehicle ${delivery || 'to you'}.`}
        art={<Vehicles>hatch a, suv b</Vehicles>}
      >
        <div className="facts">
          <Ticks>
            {[
              capital([grade, age].filter(Boolean).join(', ')),
              capital(INSURED),
              'No up-front cost',
            ]}
          </Ticks>
        </div>
        <div className="actions">
          <CallButton note />
        </div>
      </PageHead>
      <section className="section">
        <div className="head">
          <h2 className="h2">Which vehicle you can have</h2>
          <p className="lead">{`Every one is ${spokenList([unbroken(grade), age]) || INSURED}.`}</p>
        </div>
        <ul className="makes">
          {Object.entries(MAKES).map(([name, mark]) => (
            <li className="make" key={name}>
              {mark && (
                <svg viewBox="0 0 64 48" aria-hidden="true">
                  {mark}
                </svg>
              )}
              {name}
            </li>
          ))}
        </ul>
        <Models className="models">
          {`Hatchbacks | Easy to drive and to park | hatch e, hatch a
SUVs | Room for a family and its luggage | suv b, suv d`}
        </Models>
        <p className="fine">
          Names and marks belong to their owners. They show which makes are in our fleet and do not
          mean that any maker endorses us.
        </p>
      </section>
      <section className="section tint">
        <div className="split">
          <h2 className="h2">Commercial vehicles and minibuses</h2>
          <Prose lead="If your vehicle earns your living, a hatchback is no replacement.">
            We supply commercial vehicles and minibuses, and replacements for taxi and private-hire
            drivers.
          </Prose>
        </div>
        <Models className="models models--three">
          {`Vans | For trades and deliveries | van c
Minibuses | For groups and for passenger work | minibus c
Taxi and private hire | So that you can keep working | taxi d`}
        </Models>
      </section>
      <section className="section split">
        <h2 className="h2">What you pay</h2>
        <Disclosures>
          {/* A visitor may close it before hydration. */}
          <details open suppressHydrationWarning>
            <summary>Credit Hire</summary>
            <p>
              Credit hire puts you in a replacement vehicle with no up-front cost. The costs are
              recovered from the at-fault insurer.
            </p>
            <p>
              The hire agreement is a contract in your own name. If the claim fails, you may owe
              some or all of the hire.
            </p>
            <p>
              <ArrowLink to="/credit-hire">More about Credit Hire</ArrowLink>
            </p>
          </details>
        </Disclosures>
      </section>
      <section className="section tint">
        <CallCard heading="Need a vehicle now?">
          {dayAndNight
            ? 'Our 24-hour helpline is answered every day of the year.'
            : 'Ring us and say what you need.'}
        </CallCard>
      </section>
    </>
  );
}
