import { PageLink } from '../navigation/PageLink.tsx';
import { type Site, useSite, useWording } from '../site/site-context.ts';

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
      <PageLink to={optionsPath(useSite())}>Compare your options</PageLink>
    </p>
  );
}

/** Returns where the ways to claim are compared: an owner's own page need not have the section. */
export const optionsPath = ({ ownPages }: Site): string =>
  ownPages?.includes('credit-hire') ? '/credit-hire' : '/credit-hire#options';

/** Words for a visitor whose vehicle is to be repaired. */
export const REPAIR_OPTIONS =
  'You can have your vehicle repaired through your own insurer or the other driver’s insurer instead.';

/** Words for a visitor who may hire a vehicle. */
export const OPTIONS_AND_RISK =
  'You can claim through your own insurer or the other driver’s insurer instead. If you hire through us and the claim fails, you may have to pay some or all of the hire.';
