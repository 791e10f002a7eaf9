import { PageLink } from '../navigation/PageLink.tsx';
import { useWording } from '../site/site-context.ts';

interface WhoWeAreProps {
  /** Further options of a visitor, and the possible costs of hiring. */
  children: string;
}

/**
 * Says under the lead of a service page that this is nobody's insurer. The Advertising Standards
 * Authority wants it beside the offer and as large as other text (rulings A25-1300484, A25-1300044
 * and A25-1301283 of 7 January 2026).
 */
export function WhoWeAre({ children }: WhoWeAreProps) {
  const { firm } = useWording();
  return (
    <p className="who">
      {`We are ${firm}, not your insurer. ${children}`}{' '}
      <PageLink to="/credit-hire#options">Compare your options</PageLink>
    </p>
  );
}

/** Words for a visitor who may hire a vehicle. */
export const OPTIONS_AND_RISK =
  'You can claim through your own insurer or the other driver’s insurer instead. If you hire through us and the claim fails, you may have to pay some or all of the hire.';
