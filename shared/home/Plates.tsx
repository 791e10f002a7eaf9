import { PageLink } from '../navigation/PageLink.tsx';
import { FOUNDED_YEAR } from '../site/constants.ts';
import { useCompany } from '../site/site-context.ts';
import { Plate } from '../ui/scenery/Plate.tsx';
import { Words } from '../ui/Words.tsx';

/**
 * What the company promises, each short enough for a number plate. See docs/specification.md,
 * section 1.
 */
const factsOf = (founded: number) => [
  {
    plate: '10+ YRS',
    fact: '10+ years of experience',
    detail: `Helping motorists since ${founded}`,
  },
  { plate: '24/7', fact: 'Recovery and 24-hour helpline', detail: 'Day, night and bank holidays' },
  {
    plate: '£0',
    fact: 'No excess to pay',
    detail: 'Costs are recovered from the at-fault insurer',
  },
  {
    plate: 'GRADE A',
    fact: 'Grade A vehicles',
    detail: 'Under 3\u00a0years old, fully comprehensively insured',
  },
];

/**
 * Four facts as UK number plates, by turns yellow (rear) and white (front), and what goes with the
 * £0: an advertisement must not leave out what the reader may owe (CAP Code, rule 3.3).
 */
export function Plates() {
  const { founded = FOUNDED_YEAR } = useCompany();
  return (
    <>
      <ul className="plates">
        {factsOf(founded).map(({ plate, fact, detail }) => (
          <li key={plate}>
            <Plate as="decoration">{plate}</Plate>
            <p>
              <strong>
                <Words>{fact}</Words>
              </strong>{' '}
              <Words>{detail}</Words>
            </p>
          </li>
        ))}
      </ul>
      <p className="plates-note">
        Credit hire is a contract in your own name.{' '}
        <PageLink to="/credit-hire">Who pays if a claim fails</PageLink>
      </p>
    </>
  );
}
