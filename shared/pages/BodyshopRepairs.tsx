import type { PageMetadata } from '../head/metadata.ts';
import { CallCard } from '../ui/CallCard.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import { Ticks } from '../ui/Ticks.tsx';

export const metadata = {
  id: 'bodyshop-repairs',
  title: 'Accident Repairs at Approved Bodyshops',
  description:
    'Branded-parts repairs through a national network of approved bodyshops, after an independent engineer’s inspection and report to insurers.',
  keywords:
    'bodyshop repairs, accident repair, approved bodyshop, branded parts, independent engineer inspection',
  breadcrumb: 'Bodyshop Repairs',
  socialPicture: {
    path: '/social/bodyshop-repairs.png',
    alt: 'A recovery truck carries a red car past a road sign: Bodyshop repairs. Branded parts, approved bodyshops',
  },
} as const satisfies PageMetadata;

const OFFERS = [
  'Accident repairs for cars, vans, motorcycles, taxis and private-hire vehicles',
  'Branded parts',
  'A national network of approved bodyshops',
  'Recovery, 24/7, and secure storage',
  'A replacement vehicle, delivered in about 10\u00a0hours',
];

const REASONS = [
  'You have no excess to pay',
  'Your replacement has no up-front cost: costs are recovered from the at-fault insurer',
  'An independent engineer inspects the damage',
  'One company arranges recovery, replacement vehicle and repair',
  'We have 10+ years of experience',
];

/** What the bodyshops offer and why to use one. */
export function Page() {
  return (
    <>
      <PageHead
        title="Bodyshop repairs"
        lead="Your vehicle is repaired with branded parts, at an approved bodyshop of a national network."
        art={<Vehicle name="recovery" paint="e" />}
      />
      <div className="section">
        <div className="wrap bodyshop">
          <section className="prose">
            <h2 className="h2">What our bodyshops offer</h2>
            <Ticks>{OFFERS}</Ticks>
          </section>
          <section className="prose">
            <h2 className="h2">Why use one</h2>
            <Ticks>{REASONS}</Ticks>
          </section>
        </div>
      </div>
      <section className="section tint">
        <div className="wrap split">
          <h2 className="h2">The engineer’s report</h2>
          <div className="prose">
            <p className="lead">
              An independent engineer inspects your vehicle and reports to the insurers.
            </p>
            <p>So the insurers do not have to take your word, or ours, for the damage.</p>
          </div>
        </div>
      </section>
      <div className="section">
        <div className="wrap">
          <CallCard heading="Is your vehicle damaged?">
            Call us at any hour. We arrange the recovery and the repair.
          </CallCard>
        </div>
      </div>
    </>
  );
}
