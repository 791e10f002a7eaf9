import { Suspense } from 'react';
import { CallbackSection } from '../callback/CallbackSection.tsx';
import { AboutSection } from '../home/AboutSection.tsx';
import { Faq } from '../home/Faq.tsx';
import { Hero } from '../home/Hero.tsx';
import { Plates } from '../home/Plates.tsx';
import { Services } from '../home/Services.tsx';
import { Testimonials } from '../home/Testimonials.tsx';

/**
 * In the order of the page. Each is taken over by React on its own, the one that is touched first,
 * so that none of it blocks the page.
 */
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
