import { useSite } from '../site/site-context.ts';

/** The sentence about last month; nothing when it cannot be said. */
export function CallbackProof() {
  const { proof } = useSite();
  if (!proof) return null;
  const { minutes, requests, month, inOfficeHours } = proof;
  const unit = minutes === 1 ? 'minute' : 'minutes';
  return (
    <p>
      {`Last month we called back within ${minutes}\u00a0${unit} (median of ${requests} requests). `}
      <small>{`${month}${inOfficeHours ? ', counted while our office was open' : ''}.`}</small>
    </p>
  );
}
