import { Suspense } from 'react';
import { AboutSection } from '../components/AboutSection.tsx';
import { CallbackSection } from '../components/CallbackSection.tsx';
import { Faq } from '../components/Faq.tsx';
import { Hero } from '../components/Hero.tsx';
import { Plates } from '../components/Plates.tsx';
import { Services } from '../components/Services.tsx';
import { Testimonials } from '../components/Testimonials.tsx';

/** In the order of the page. Each is taken over by React on its own, the one that is touched first, so that none of it blocks the page. */
const SECTIONS = [AboutSection, Services, Testimonials, Faq, CallbackSection];

export function Page() {
  return (
    <>
      <Hero />
      <div className="wrap plates-row">
        <Plates />
      </div>
      {SECTIONS.map((Section) => (
        <Suspense key={Section.name}>
          <Section />
        </Suspense>
      ))}
    </>
  );
}
