import type { Wording } from '../../site/claims.ts';
import { useWording } from '../../site/site-context.ts';
import { TableScroller } from '../../ui/TableScroller.tsx';
import '../../ui/checkbox.css';
import './claim-options.css';

/** Columns of the options. */
const WAYS = [
  'Through us',
  'Through your own insurer',
  'Through the other driver’s insurer',
] as const;

/**
 * Gains and costs of each way to claim, in words that run nobody down (CAP Code, rule 3.42). A
 * solicitor checks them, as those below, before the site goes live.
 */
const optionsOf = ({ bodyshop, brandedParts, noExcess, noUpfrontCost }: Wording) =>
  [
    [
      'Replacement vehicle',
      'On credit hire, while yours is off the road',
      'If your policy includes one',
      'It may offer you one',
    ],
    [
      'Repairs',
      `At ${bodyshop}${brandedParts ? ', with branded parts' : ''}`,
      'At a repairer your insurer chooses or agrees to',
      'At a repairer it chooses or agrees to',
    ],
    [
      'What you pay at the time',
      upFront(noExcess, noUpfrontCost),
      'Your policy excess. Ask your insurer whether it will recover it',
      'Usually nothing',
    ],
    [
      'No-claims bonus',
      'We do not claim on your policy. Your insurer may still take the accident into account',
      'It may be affected unless your insurer recovers all its costs',
      'You do not claim on your policy. Your insurer may still take the accident into account',
    ],
    [
      'The main risk',
      'The hire agreement is in your name. If the claim fails, or you are found partly at fault, you may have to pay some or all of the hire',
      'You may lose your excess and some of your bonus if the costs are not recovered in full',
      'It acts for the other driver, not for you',
    ],
  ] as const;

function upFront(noExcess: boolean | null, noUpfrontCost: boolean | null): string {
  if (noExcess) return noUpfrontCost ? 'No excess and nothing up front' : 'No excess';
  return noUpfrontCost ? 'Nothing up front' : 'Ask us before you sign anything';
}

interface Answer {
  label: string;
  /** The reason why this answer points at the visitor's own insurer; none where it does not. */
  ownInsurer?: string;
}

/** Questions whose answers point at a way to claim. None of them advises on law. */
const QUESTIONS: readonly { name: string; question: string; answers: readonly Answer[] }[] = [
  {
    name: 'hurt',
    question: 'Was someone hurt?',
    answers: [
      {
        label: 'Yes',
        ownInsurer:
          'Your own insurer is likely the better way to start. Tell it that someone was hurt.',
      },
      { label: 'No' },
    ],
  },
  {
    name: 'fault',
    question: 'Whose fault was it?',
    answers: [
      { label: 'The other driver’s' },
      {
        label: 'Mine, wholly or in part',
        ownInsurer:
          'Your own insurer is likely the better way. Credit hire is not for drivers who were at fault.',
      },
      {
        label: 'I am not sure',
        ownInsurer:
          'Your own insurer is likely the better way to start. Sign nothing before fault is clear.',
      },
    ],
  },
  {
    name: 'policy',
    question: 'Does your policy give you a car?',
    answers: [
      {
        label: 'Yes',
        ownInsurer:
          'Your own insurer is likely the better way. Ask it what you would have to pay, and for how long you would have the car.',
      },
      { label: 'No' },
      {
        label: 'I am not sure',
        ownInsurer:
          'Ask your own insurer first. If your policy gives you a car, that is likely the better way.',
      },
    ],
  },
];

/**
 * The three ways to claim, side by side, under questions that point at the one that fits. The
 * stylesheet alone does it, so that it needs no script. On a phone the answers choose which ways
 * are shown. A browser without `:has()` shows the table alone.
 */
export function ClaimOptions() {
  const wording = useWording();
  return (
    <section className="section options" id="options">
      <div className="head">
        <h2 className="h2">Your options after a non-fault accident</h2>
        <p className="lead">You do not have to use us. These are the three usual ways to claim.</p>
      </div>
      <div className="chooser">
        <h3>Which way fits you?</h3>
        <div className="chooser__questions">
          {QUESTIONS.map(({ name, question, answers }) => (
            <fieldset key={name}>
              <legend>{question}</legend>
              {answers.map(({ label, ownInsurer }) => (
                <div key={label}>
                  <label className="checkbox">
                    <input type="radio" name={name} data-way={ownInsurer ? 'own' : 'any'} />
                    {label}
                  </label>
                  {ownInsurer ? <p className="chooser__reason">{ownInsurer}</p> : null}
                </div>
              ))}
            </fieldset>
          ))}
        </div>
        <p className="chooser__either">
          Credit hire through us may fit. So may the other driver’s insurer: ask what it offers, and
          compare both before you sign anything.
        </p>
        <label className="checkbox chooser__all">
          <input type="checkbox" />
          Show all three ways
        </label>
      </div>
      <TableScroller>
        <table className="table--stacked">
          <thead>
            <tr>
              <th scope="col">What to compare</th>
              {WAYS.map((way) => (
                <th scope="col" key={way}>
                  {way}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {optionsOf(wording).map(([matter, ...cells]) => (
              <tr key={matter}>
                <th scope="row">{matter}</th>
                {cells.map((cell, place) => (
                  <td data-column={WAYS[place]} key={WAYS[place]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroller>
      <p className="options-end">
        Not sure? Call us, or ask your own insurer first. You can decide after that.
      </p>
    </section>
  );
}
