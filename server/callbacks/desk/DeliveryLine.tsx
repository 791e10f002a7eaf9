import { channelLabel } from '../deliver/create-channels.ts';
import { londonTime } from '../london-time.ts';
import type { Delivery } from '../store/stored-callback.ts';

/** A line about what became of a request in one channel. */
export const DeliveryLine = ({ delivery }: { delivery: Delivery }) => (
  <li>{`${channelLabel(delivery.channel)}: ${describeDelivery(delivery)}`}</li>
);

function describeDelivery({ state, attempts, at, reason }: Delivery): string {
  const why = reason ? ` (${reason})` : '';
  if (state === 'delivered')
    return `${reason ? 'not sent' : 'sent'} ${at ? londonTime(at) : ''}${why}`;
  if (state === 'failed') return `failed${why}`;
  const isInFlight = attempts > 0 && at === null;
  const failures = isInFlight ? attempts - 1 : attempts;
  const words = isInFlight ? 'sending now' : 'not sent yet';
  if (failures === 0) return words;
  return `${words}, tried ${failures === 1 ? 'once' : `${failures} times`}${why}`;
}
