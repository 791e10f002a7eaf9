import { AboutSection } from '../home/AboutSection.tsx';
import { Plates } from '../home/Plates.tsx';
import { CallCard } from '../ui/CallCard.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Vehicle } from '../ui/Vehicle.tsx';

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
          <CallCard heading="Had an accident?">
            Call us at any hour. We tell you what happens next.
          </CallCard>
        </div>
      </div>
    </>
  );
}
