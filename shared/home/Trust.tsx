import { registrations, spokenList } from '../site/company.ts';
import { FOUNDED_YEAR } from '../site/constants.ts';
import { useCompany } from '../site/site-context.ts';
import { Rating } from './Rating.tsx';

/** Who this is and why to believe it, on the first screen, as far as the site file says. */
export function Trust() {
  const company = useCompany();
  const { founded = FOUNDED_YEAR, tradeBodies, places } = company;
  return (
    <p className="hero__trust">
      <strong>{`A UK company since ${founded}.`}</strong> <Rating />
      {tradeBodies && ` Member of ${spokenList(tradeBodies.map(({ name }) => name))}.`}{' '}
      {registrations(company)}
      {places && ` We work in ${spokenList(places)}.`}
    </p>
  );
}
