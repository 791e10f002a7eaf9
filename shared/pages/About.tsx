import type { PageMetadata } from '../head/metadata.ts';
import { AboutSection } from '../home/AboutSection.tsx';
import { CompanyStory } from '../home/CompanyStory.tsx';
import { Plates } from '../home/Plates.tsx';
import { CallCard } from '../ui/CallCard.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';

export const metadata = {
  id: 'about',
  title: 'About Us: UK Accident Management Since 2011',
  description:
    'A UK accident management company founded in 2011. We help drivers and riders after a non-fault accident, with 10+ years of experience.',
  keywords: 'accident management company, about us, founded 2011, non-fault accident help, UK',
  breadcrumb: 'About Us',
  socialPicture: {
    path: '/social/about.png',
    alt: 'A car, a van, a motorcycle and a taxi by a road sign: Accident management since 2011',
  },
} as const satisfies PageMetadata;

/** The About section, and what the company says of itself beyond it. */
export function Page() {
  return (
    <>
      <PageHead
        title="About us"
        lead="We are a UK accident management company, not an insurer. This is what we do."
        art={<Vehicle name="recovery" paint="b" />}
      />
      <AboutSection />
      <CompanyStory />
      <div className="section tint">
        <div className="wrap">
          <Plates />
        </div>
      </div>
      <div className="section">
        <div className="wrap">
          <CallCard heading="Had an accident?">
            Call us at any hour. We tell you what happens next.
          </CallCard>
        </div>
      </div>
    </>
  );
}
