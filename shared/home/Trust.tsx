import { registrations } from '../site/company.ts';
import { FOUNDED_YEAR } from '../site/constants.ts';
import { useCompany } from '../site/site-context.ts';

/** Who this is and why to believe it, on the first screen, as far as the site file says. */
export function Trust() {
  const company = useCompany();
  const { founded = FOUNDED_YEAR, tradeBodies, places } = company;
  return (
    <p className="hero__trust">
      A UK company since {founded}. {registrations(company)}
      {tradeBodies && ` Member of ${tradeBodies.map(({ name }) => name).join(', ')}.`}
      {places && ` We work in ${places.join(', ')}.`}
    </p>
  );
}
