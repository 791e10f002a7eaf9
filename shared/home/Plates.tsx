import { PageLink } from '../navigation/PageLink.tsx';
import { capital, type Wording } from '../site/claims.ts';
import { useWording } from '../site/site-context.ts';
import { Plate } from '../ui/scenery/Plate.tsx';
import { Words } from '../ui/Words.tsx';

interface ClaimPlate {
  /** Short enough for a number plate. */
  plate: string;
  fact: string;
  detail?: string;
}

/**
 * What the company promises, as far as it claims it. See docs/specification.md, section 1.
 */
function promisesOf(wording: Wording): ClaimPlate[] {
  const { founded, years, experience, dayAndNight, noExcess, grade, age } = wording;
  const insured = 'fully comprehensively insured';
  const promises: (ClaimPlate | false)[] = [
    years !== '' && {
      plate: `${years} YR${years === '1' ? '' : 'S'}`,
      fact: experience,
      detail: `Since ${founded}`,
    },
    dayAndNight && {
      plate: '24/7',
      fact: 'Recovery and 24-hour helpline',
    },
    noExcess && {
      plate: '£0',
      fact: 'No excess to pay',
    },
    {
      plate: (grade || 'insured').toUpperCase(),
      fact: grade ? `${capital(grade)} vehicles` : 'Replacement vehicles',
      detail: capital([age, insured].filter(Boolean).join(', ')),
    },
  ];
  return promises.filter((promise) => promise !== false);
}

/**
 * The promises as UK number plates, by turns yellow (rear) and white (front), and what goes with the
 * £0: an advertisement must not leave out what the reader may owe (CAP Code, rule 3.3).
 */
export function Plates() {
  const wording = useWording();
  return (
    <>
      <ul className="plates">
        {promisesOf(wording).map(({ plate, fact, detail = '' }) => (
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
        <PageLink to="/credit-hire#claim-fails">Who pays if a claim fails</PageLink>
      </p>
    </>
  );
}
