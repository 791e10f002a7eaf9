import { PageLink } from '../navigation/PageLink.tsx';
import { capitalize, type Wording } from '../site/claims.ts';
import { joinWithAnd } from '../site/company.ts';
import { useWording } from '../site/site-context.ts';
import { Plate } from '../ui/scenery/Plate.tsx';
import { whole } from '../ui/whole.tsx';
import './plates.css';

interface PlatePromise {
  /** The words on the plate, which must be short. */
  plate: string;
  fact: string;
  detail?: string;
}

/** Returns the promises that the company claims. See docs/specification.md, section 1. */
function promisesOf(wording: Wording): readonly PlatePromise[] {
  const { founded, years, experience, recoversDayAndNight, dayAndNight, helpline, noExcess } =
    wording;
  const { grade, age, insured, vehicle } = wording;
  const promises: PlatePromise[] = [];
  if (experience) {
    const plate = years === '1' ? '1 YR' : `${years} YRS`;
    promises.push({ plate, fact: experience, detail: `Since ${founded}` });
  }
  const always = joinWithAnd([recoversDayAndNight ? 'recovery' : '', dayAndNight ? helpline : '']);
  if (always) promises.push({ plate: '24/7', fact: capitalize(always) });
  if (noExcess) promises.push({ plate: '£0', fact: 'No excess to pay' });
  if (vehicle)
    promises.push({
      plate: grade.toUpperCase() || (insured ? 'INSURED' : 'FLEET'),
      fact: grade ? `${capitalize(grade)} vehicles` : 'Replacement vehicles',
      detail: capitalize([age, insured].filter(Boolean).join(', ')),
    });
  return promises;
}

/** One plate alone would be lost in its row: a sentence says its promise. */
const LEAST_PLATES = 2;

const lowercase = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

/**
 * The promises as UK number plates, by turns yellow (rear) and white (front), and what goes with the
 * £0: an advertisement must not leave out what the reader may owe (CAP Code, rule 3.3). Nothing
 * where neither is claimed.
 */
export function Plates({ className }: { className: string }) {
  const wording = useWording();
  const promises = promisesOf(wording);
  if (promises.length === 0 && !wording.noUpfrontCost) return null;
  return (
    <div className={className}>
      {promises.length < LEAST_PLATES ? (
        promises.map(({ fact, detail = '' }) => (
          <p className="lead" key={fact}>
            {whole(`${[fact, lowercase(detail)].filter(Boolean).join(', ')}.`)}
          </p>
        ))
      ) : (
        <ul className="plates">
          {promises.map(({ plate, fact, detail }) => (
            <li key={plate}>
              <Plate as="decoration">{plate}</Plate>
              <p>
                <strong>{whole(fact)}</strong>
                {detail && ` ${detail}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className="plates-note">
        {'Credit hire is a contract in your own name. '}
        <PageLink to="/credit-hire#claim-fails">See who pays if a claim fails</PageLink>
      </p>
    </div>
  );
}
