import { PhoneLink } from '../ui/PhoneLink.tsx';
import { useCompany } from './site-context.ts';

/** When the message of a failure fails too: nothing but words and the number. */
export function FailedTwice() {
  const { phone24h } = useCompany();
  return (
    <div className="wrap">
      <h1 className="h2">Unexpected Application Error!</h1>
      <p>
        You can still call us: <PhoneLink phone={phone24h} />.
      </p>
    </div>
  );
}
