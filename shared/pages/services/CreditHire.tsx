import { CALLBACK_PARTS, CallbackEnding } from '../../callback/CallbackEnding.tsx';
import { CAR_PICTURE, type PageMetadata } from '../../head/metadata.ts';
import { capitalize, type Wording } from '../../site/claims.ts';
import { useWording } from '../../site/site-context.ts';
import { CallActions } from '../../ui/CallActions.tsx';
import { Column, Columns } from '../../ui/Columns.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Prose } from '../../ui/Prose.tsx';
import { Steps } from '../../ui/Steps.tsx';
import { HeadScene } from '../../ui/scenery/HeadScene.tsx';
import { TableScroller } from '../../ui/TableScroller.tsx';
import { OPTIONS_AND_RISK, WhoWeAre } from '../../ui/WhoWeAre.tsx';
import { whole } from '../../ui/whole.tsx';
import { ClaimOptions } from './ClaimOptions.tsx';
import './credit-hire.css';

export const metadata = {
  id: 'credit-hire',
  title: ({ noUpfrontCost }) =>
    noUpfrontCost ? 'Credit Hire With No Up-Front Cost' : 'Credit Hire After a Non-Fault Accident',
  description: ({ noUpfrontCost }) =>
    `Credit hire ${noUpfrontCost ? 'with no up-front cost ' : ''}after a non-fault accident: how it works, who pays, what you sign, and the other ways to claim. We are not your insurer.`,
  keywords: ({ noUpfrontCost }) =>
    `credit hire, ${noUpfrontCost ? 'no up-front cost, ' : ''}at-fault insurer, hire after an accident, replacement vehicle`,
  breadcrumb: 'Credit Hire',
  ...CAR_PICTURE,
} as const satisfies PageMetadata;

export const parts = CALLBACK_PARTS;

const paymentSteps = ({ dayAndNight, brandedParts, bodyshop, noUpfrontCost }: Wording) => [
  {
    heading: 'The accident',
    text: dayAndNight
      ? 'It was not your fault, and you call us at any hour.'
      : 'It was not your fault, and you call us.',
  },
  {
    heading: 'The hire',
    text: `You sign a hire agreement.${noUpfrontCost ? ' You pay nothing up front.' : ''}`,
  },
  {
    heading: 'The repair',
    text: `${capitalize(bodyshop)} repairs your own vehicle${brandedParts ? ' with branded parts' : ''}.`,
  },
  {
    heading: 'The at-fault driver’s insurer pays',
    text: 'We claim the cost of the hire and the repair from it.',
  },
];

interface ClaimOutcome {
  /** An anchor that other pages link to. */
  id?: string;
  ending: string;
  payer: string;
  you: string;
}

/** The ways that a claim can end. A solicitor checks these words before the site goes live. */
const endingsOf = ({ noExcess, noUpfrontCost }: Wording): readonly ClaimOutcome[] => [
  {
    ending: 'The other driver’s insurer accepts fault and pays the bill',
    payer: 'The at-fault driver’s insurer',
    you: noExcess ? 'You pay nothing.' : 'Nothing of it is left for you to pay.',
  },
  {
    ending: 'It accepts fault, but not the whole bill',
    payer: 'The at-fault driver’s insurer pays what is agreed, or what a court awards',
    you: 'Your hire agreement says who pays the difference. Ask us to show you where.',
  },
  {
    ending: 'It disputes who was at fault',
    payer: noUpfrontCost
      ? 'No one yet: the bill is on hold while the claim goes on'
      : 'Your hire agreement says who pays while the claim goes on',
    you: `${noUpfrontCost ? 'You pay nothing in the meantime. ' : ''}You may be asked to give a statement or to go to court.`,
  },
  {
    id: 'claim-fails',
    ending: 'The claim fails, or you are found partly at fault',
    payer: 'You may owe some or all of the hire',
    you: 'Before you sign, ask us what would protect you if this happened, and up to how much.',
  },
  {
    ending: 'You give us wrong details, or stop helping with the claim',
    payer: 'You may owe some or all of the hire',
    you: 'Tell us everything you know, and reply to letters and calls.',
  },
  {
    ending: 'Fuel, tolls, parking and fines while you drive',
    payer: 'You',
    you: 'You pay these as you would with your own vehicle.',
  },
];

/** The meaning of credit hire, who pays for it, and what to know before signing. */
export function Page() {
  const wording = useWording();
  const { vehicle, delivered, delivery, noExcess, noUpfrontCost, legalSupport, costs } = wording;
  return (
    <>
      <PageHead
        page={metadata.id}
        photo={metadata.id}
        title="Credit hire"
        lead={`Drive a replacement vehicle${noUpfrontCost ? ' with no up-front cost' : ''} while yours is off the road. ${costs}.`}
        art={<HeadScene name="handover" />}
      >
        <WhoWeAre>{OPTIONS_AND_RISK}</WhoWeAre>
        <CallActions form="#contact" />
      </PageHead>
      <ClaimOptions />
      <section className="section tint">
        <h2 className="h2 head">How credit hire works, step by step</h2>
        <Steps steps={paymentSteps(wording)} className="road--across" />
      </section>
      <section className="section">
        <Columns>
          <Column heading="Who credit hire is for">
            <p>
              Credit hire may suit you if the accident was not your fault, your vehicle is off the
              road, and you need one to get around or to work.
            </p>
            <p>
              It is not for you if you were at fault, wholly or in part. If you are not sure, tell
              us what happened before you sign anything.
            </p>
          </Column>
          <Column heading="What you sign">
            <p>
              It is a contract in your own name. You use the vehicle while yours is off the road.
              The hire is charged by the day.{' '}
              {noUpfrontCost
                ? whole(
                    'You do not have to pay the bill while we try to recover it from the at-fault driver’s insurer.',
                  )
                : 'The agreement says when you have to pay.'}
            </p>
            <p>
              Read the agreement before you sign. The daily rate is in it: ask us what it is, and
              about anything you do not understand.
              {wording.explainsAgreement
                ? ' We will go through the agreement with you on the phone.'
                : null}
            </p>
            {vehicle || delivery ? (
              <p>
                {vehicle ? `Your replacement is ${vehicle}. ` : null}
                {delivery ? `It ${delivered ? 'reaches you' : 'is ready'} ${delivery}.` : null}
              </p>
            ) : null}
          </Column>
          <Column heading="While you have the vehicle">
            <p>
              Only the drivers named in the agreement may drive it. Tell us at once if your own
              vehicle is ready, if you no longer need a vehicle, or if you have another accident.
            </p>
            <p>
              Hand it back as soon as yours is ready: you may have to pay for hire you did not need.
            </p>
          </Column>
        </Columns>
      </section>
      <section className="section tint">
        <div className="head">
          <h2 className="h2" id="who-pays">
            Who pays, and what happens if they do not
          </h2>
          <p className="lead">
            The other driver’s insurer may dispute who was at fault, or how much the hire cost.
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
                    <td data-column="Who pays">{whole(payer)}</td>
                    <td data-column="What it means for you">{you}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroller>
        </div>
      </section>
      <section className="section split">
        <h2 className="h2">Before you sign</h2>
        <Prose lead="Tell your own insurer about the accident.">
          <p>
            Most policies require you to report every accident, even if you do not claim. Say that
            you are reporting it, not making a claim.
          </p>
          <p>
            {noExcess
              ? 'There is no excess to pay with us, because we do not claim on your policy. If you claim on it instead, you will have to pay its excess.'
              : 'If you claim on your own policy instead, you will have to pay its excess.'}
          </p>
          <p>
            Credit hire is for drivers who were not at fault. Tell us everything you know about the
            accident. If the other driver’s insurer contacts you, for example to offer you a
            vehicle, tell us before you decide.
            {legalSupport ? ' We can also give you legal support.' : null}
          </p>
        </Prose>
      </section>
      <CallbackEnding />
    </>
  );
}
