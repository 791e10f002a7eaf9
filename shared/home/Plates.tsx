import { PageLink } from '../navigation/PageLink.tsx';
import { capital, type Wording } from '../site/claims.ts';
import { useWording } from '../site/site-context.ts';
import { Plate } from '../ui/scenery/Plate.tsx';
import './plates.css';

interface PlatePromise {
  /** Short enough for a number plate. */
  plate: string;
  fact: string;
  detail?: string;
}

/** What the company promises, as far as it claims it. See docs/specification.md, section 1. */
function promisesOf(wording: Wording): readonly PlatePromise[] {
  const { founded, years, experience, dayAndNight, noExcess, grade, age } = wording;
  const promises: PlatePromise[] = [];
  if (experience) {
    const plate = years === '1' ? '1 YR' : `${years} YRS`;
    promises.push({ plate, fact: experience, detail: `Since ${founded}` });
  }
  if (dayAndNight) promises.push({ plate: '24/7', fact: 'Recovery and 24-hour helpline' });
  if (noExcess) promises.push({ plate: '£0', fact: 'No excess to pay' });
  promises.push({
    plate: grade ? grade.toUpperCase() : 'INSURED',
    fact: grade ? `${capital(grade)} vehicles` : 'Replacement vehicles',
    detail: age
      ? `${capital(age)}, fully comprehensively insured`
      : 'Fully comprehensively insured',
  });
  return promises;
}

/**
 * The promises as UK number plates, by turns yellow (rear) and white (front), and what goes with the
 * £0: an advertisement must not leave out what the reader may owe (CAP Code, rule 3.3).
 */
export function Plates() {
  return (
    <>
      <ul className="plates">
        {promisesOf(useWording()).map(({ plate, fact, detail }) => (
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
