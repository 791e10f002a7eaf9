import { AboutSection } from '../components/AboutSection.tsx';
import { CallCard } from '../components/CallCard.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { Plates } from '../components/Plates.tsx';
import { Vehicle } from '../components/Vehicle.tsx';

export function Page() {
  return (
    <>
      <PageHead
        title="About Us"
        lead="We look after motorists in road accidents that were not their fault, from the roadside to the end of the claim."
        art={<Vehicle name="recovery" paint="b" />}
      />
      <AboutSection />
      <div className="section tint">
        <div className="wrap">
          <Plates />
        </div>
      </div>
      <div className="section">
        <div className="wrap">
          <CallCard heading="Had an accident?">Call us at any hour. We tell you what happens next.</CallCard>
        </div>
      </div>
    </>
  );
}
