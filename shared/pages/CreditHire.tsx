import type { PageMetadata } from '../head/metadata.ts';
import { CallButton } from '../ui/CallButton.tsx';
import { CallCard } from '../ui/CallCard.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';

export const metadata = {
  id: 'credit-hire',
  title: 'Credit Hire With No Up-Front Cost',
  description:
    'Credit hire gives you a replacement vehicle with no up-front cost after a non-fault accident. Costs are recovered from the at-fault insurer.',
  keywords:
    'credit hire, no up-front cost, at-fault insurer, hire after an accident, replacement vehicle',
  breadcrumb: 'Credit Hire',
  socialPicture: {
    path: '/social/credit-hire.png',
    alt: 'A green car by a road sign: Credit hire. Drive on, with no up-front cost',
  },
} as const satisfies PageMetadata;

const MONEY_STEPS = [
  { heading: 'The accident', text: 'It was not your fault. You call us, at any hour.' },
  { heading: 'Hire on credit', text: 'You drive a replacement vehicle. You pay nothing up front.' },
  {
    heading: 'The repair',
    text: 'An approved bodyshop repairs your own vehicle with branded parts.',
  },
  {
    heading: 'The at-fault insurer pays',
    text: 'The costs are recovered from the insurer of the driver at fault.',
  },
];

/** What credit hire is, who pays for it and what to know before signing. */
export function Page() {
  return (
    <>
      <PageHead
        title="Credit hire"
        lead="Drive a replacement vehicle with no up-front cost. The costs are recovered from the at-fault insurer."
        art={<Vehicle name="suv" paint="b" />}
      >
        <div className="actions">
          <CallButton note="Answered 24 hours a day, every day" />
        </div>
      </PageHead>
      <section className="section">
        <div className="wrap">
          <div className="head">
            <h2 className="h2">How the money moves</h2>
          </div>
          <ol className="steps road road--across">
            {MONEY_STEPS.map(({ heading, text }) => (
              <li key={heading}>
                <div>
                  <h3>{heading}</h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="section tint">
        <div className="wrap split">
          <h2 className="h2">What a credit agreement means</h2>
          <div className="prose">
            <p className="lead">It is a hire agreement in your own name, with no up-front cost.</p>
            <p>
              You use the vehicle while yours is off the road. The costs are recovered from the
              at-fault insurer.
            </p>
            <p>Read it before you sign. Ask us about anything that is not clear.</p>
            <p>
              Your replacement is grade A, under 3&nbsp;years old and fully comprehensively insured.
              It reaches you in about 10&nbsp;hours, and in some cases in 10&nbsp;hours or less.
            </p>
          </div>
        </div>
      </section>
      <section className="section">
        <div className="wrap split">
          <h2 className="h2">If the claim is disputed</h2>
          <div className="prose">
            <p className="lead">
              The other insurer may dispute who was at fault, or what the hire cost.
            </p>
            <p>
              Credit hire is for drivers who were not at fault. Tell us all that you know about the
              accident before you sign.
            </p>
            <p>
              Ask us what happens to the costs if they cannot be recovered. Let us show you where
              the agreement says so.
            </p>
            <p>
              If the other insurer contacts you, call us before you answer. Legal support is one of
              our services.
            </p>
          </div>
        </div>
      </section>
      <div className="section tint">
        <div className="wrap">
          <CallCard heading="Ask before you sign">
            We go through the agreement with you on the phone.
          </CallCard>
        </div>
      </div>
    </>
  );
}
