import type { PageMetadata } from '../../head/metadata.ts';
import { capital, type Wording } from '../../site/claims.ts';
import { useWording } from '../../site/site-context.ts';
import { CallButton } from '../../ui/CallButton.tsx';
import { CallCard } from '../../ui/CallCard.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Prose } from '../../ui/Prose.tsx';
import { Road } from '../../ui/scenery/Road.tsx';
import { Vehicle } from '../../ui/scenery/Vehicle.tsx';
import { TableScroller } from '../../ui/TableScroller.tsx';
import './credit-hire.css';

export const metadata = {
  id: 'credit-hire',
  title: ({ noUpfrontCost }) =>
    noUpfrontCost ? 'Credit Hire With No Up-Front Cost' : 'Credit Hire After a Non-Fault Accident',
  description: ({ noUpfrontCost }) =>
    `Credit hire gives you a replacement vehicle ${noUpfrontCost ? 'with no up-front cost ' : ''}after a non-fault accident. Costs are recovered from the at-fault insurer.`,
  keywords: ({ noUpfrontCost }) =>
    `credit hire, ${noUpfrontCost ? 'no up-front cost, ' : ''}at-fault insurer, hire after an accident, replacement vehicle`,
  breadcrumb: 'Credit Hire',
  picture: '/social/credit-hire.png',
  pictureAlt: 'A white car on a road in front of sand-coloured hills',
} as const satisfies PageMetadata;

const moneyStepsOf = ({ dayAndNight, brandedParts, bodyshop, noUpfrontCost }: Wording) => [
  {
    heading: 'The accident',
    text: dayAndNight
      ? 'It was not your fault. You call us, at any hour.'
      : 'It was not your fault. You call us.',
  },
  {
    heading: 'Hire on credit',
    text: `You sign a hire agreement.${noUpfrontCost ? ' You pay nothing up front.' : ''}`,
  },
  {
    heading: 'The repair',
    text: `${capital(bodyshop)} repairs your own vehicle${brandedParts ? ' with branded parts' : ''}.`,
  },
  {
    heading: 'The at-fault insurer pays',
    text: 'We claim the hire and the repair from that insurer.',
  },
];

interface Ending {
  /** An anchor that other pages link to. */
  id?: string;
  ending: string;
  payer: string;
  you: string;
}

/** The ways that a claim can end. A solicitor checks these words before the site goes live. */
const endingsOf = ({ noUpfrontCost }: Wording): readonly Ending[] => [
  {
    ending: 'The other insurer accepts fault and pays the bill',
    payer: 'The at-fault insurer',
    you: 'You pay nothing.',
  },
  {
    ending: 'It accepts fault, but not the whole bill',
    payer: 'The at-fault insurer, as far as is agreed or a court decides',
    you: 'Your agreement says who bears the rest. Ask us to show you where.',
  },
  {
    ending: 'It disputes who was at fault',
    payer: 'Nobody yet: the bill waits while the claim goes on',
    you: `${noUpfrontCost ? 'You pay nothing meanwhile. ' : ''}You may be asked for a statement, or to go to court.`,
  },
  {
    id: 'claim-fails',
    ending: 'The claim fails, or you are found partly at fault',
    payer: 'You may owe some or all of the hire',
    you: 'Ask us before you sign what would cover you, and up to what sum.',
  },
  {
    ending: 'You gave us wrong details, or stop helping with the claim',
    payer: 'You may owe some or all of the hire',
    you: 'Tell us all that you know, and answer letters and calls.',
  },
  {
    ending: 'Fuel, tolls, parking and fines while you drive',
    payer: 'You',
    you: 'As with your own vehicle.',
  },
];

/** What credit hire is, who pays for it and what to know before signing. */
export function Page() {
  const wording = useWording();
  const { vehicle, delivery, noExcess, noUpfrontCost, legalSupport } = wording;
  return (
    <>
      <PageHead
        page={metadata.id}
        title="Credit hire"
        lead={`Drive a replacement vehicle${noUpfrontCost ? ' with no up-front cost' : ''}. The costs are recovered from the at-fault insurer.`}
        art={<Vehicle name="suv" paint="b" />}
      >
        <div className="actions">
          <CallButton note />
        </div>
      </PageHead>
      <section className="section">
        <h2 className="h2 head">What it costs you, step by step</h2>
        <Road className="road--across">
          {moneyStepsOf(wording).map(({ heading, text }) => (
            <li key={heading}>
              <div>
                <h3>{heading}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </Road>
      </section>
      <section className="section tint split">
        <h2 className="h2">What you sign</h2>
        <Prose lead="It is a contract in your own name.">
          <p>
            You use the vehicle while yours is off the road. The hire is charged by the day, and the
            bill waits while we recover it from the at-fault insurer.
          </p>
          <p>Read the agreement before you sign. Ask us about anything that is not clear.</p>
          <p>
            {vehicle ? `Your replacement is ${vehicle}. ` : null}
            {delivery ? `It reaches you ${delivery}.` : null}
          </p>
        </Prose>
      </section>
      <section className="section">
        <div className="head">
          <h2 className="h2" id="who-pays">
            Who pays what, and what if not
          </h2>
          <p className="lead">
            The other insurer may dispute who was at fault, or what the hire cost.
          </p>
        </div>
        <div className="who-pays">
          <TableScroller>
            <table className="table--stacked">
              <thead>
                <tr>
                  <th scope="col">What happens</th>
                  <th scope="col">Who pays</th>
                  <th scope="col">What it means for you</th>
                </tr>
              </thead>
              <tbody>
                {endingsOf(wording).map(({ id, ending, payer, you }) => (
                  <tr id={id} key={ending}>
                    <th scope="row">{ending}</th>
                    <td data-column="Who pays">{payer}</td>
                    <td data-column="What it means for you">{you}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroller>
        </div>
      </section>
      <section className="section tint split">
        <h2 className="h2">Before you sign</h2>
        <Prose lead="Tell your own insurer about the accident.">
          <p>
            Most policies ask you to report every accident, even if you do not claim. Say that you
            are reporting it, not claiming.
          </p>
          <p>
            {noExcess
              ? 'There is no excess to pay with us, because nothing is claimed on your own policy. If you claim on it instead, its excess applies.'
              : 'If you claim on your own policy instead, its excess applies.'}
          </p>
          <p>
            Credit hire is for drivers who were not at fault. Tell us all that you know about the
            accident. If the other insurer contacts you, call us before you answer.
            {legalSupport ? ' Legal support is one of our services.' : null}
          </p>
        </Prose>
      </section>
      <section className="section">
        <CallCard heading="Ask before you sign" art={<Vehicle name="hatch" paint="e" />}>
          We go through the agreement with you on the phone.
        </CallCard>
      </section>
    </>
  );
}
