import { AboutSection } from '../components/AboutSection.tsx';
import { CallbackSection } from '../components/CallbackSection.tsx';
import { Faq } from '../components/Faq.tsx';
import { Hero } from '../components/Hero.tsx';
import { Plates } from '../components/Plates.tsx';
import { Services } from '../components/Services.tsx';
import { Testimonials } from '../components/Testimonials.tsx';

export function Page() {
  return (
    <>
      <Hero />
      <div className="wrap plates-row">
        <Plates />
      </div>
      <AboutSection />
      <Services />
      <Testimonials />
      <Faq />
      <CallbackSection />
    </>
  );
}
