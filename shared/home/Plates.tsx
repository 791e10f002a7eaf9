import { PageLink } from '../navigation/PageLink.tsx';
import { capital, type Wording } from '../site/claims.ts';
import { useWording } from '../site/site-context.ts';
import { Plate } from '../ui/scenery/Plate.tsx';

/**
 * What the company promises, as far as it claims it, each with a text that is short enough for a
 * number plate. See docs/specification.md, section 1.
 */
function promisesOf({ founded, years, experience, dayAndNight, noExcess, grade, age }: Wording) {
  const insured = [age, 'fully comprehensively insured'].filter(Boolean).join(', ');
  return [
    years && [`${years} YR${years === '1' ? '' : 'S'}`, experience, `Since ${founded}`],
    dayAndNight && ['24/7', 'Recovery and 24-hour helpline'],
    noExcess && ['£0', 'No excess to pay'],
    [
      (grade || 'insured').toUpperCase(),
      grade ? `${capital(grade)} vehicles` : 'Replacement vehicles',
      capital(insured),
    ],
  ].filter((promise) => !!promise) as [plate: string, fact: string, detail?: string][];
}

/**
 * The promises as UK number plates, by turns yellow (rear) and white (front), and what goes with the
 * £0: an advertisement must not leave out what the reader may owe (CAP Code, rule 3.3).
 */
export function Plates() {
  return (
    <>
      <ul className="plates">
        {promisesOf(useWording()).map(([plate, fact, detail = '']) => (
          <li key={plate}>
            <Plate as="decoration">{plate}</Plate>
            <p>
              <strong>{fact}</strong> {detail}
            </p>
          </li>
        ))}
      </ul>
      <p className="plates-note">
        Credit hire is a contract in your own name.{' '}
        <PageLink to="/credit-hire#claim-fails">Who pays if a claim fails</PageLink>
      </p>
    </>
  );
}
