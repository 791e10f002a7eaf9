import { Suspense } from 'react';
import { CALLBACK_PARTS, CallbackEnding } from '../callback/CallbackEnding.tsx';
import { HOME_PICTURE, type PageMetadata } from '../head/metadata.ts';
import { AboutSection } from '../home/AboutSection.tsx';
import { Faq } from '../home/Faq.tsx';
import { Hero } from '../home/Hero.tsx';
import { Plates } from '../home/Plates.tsx';
import { Services } from '../home/Services.tsx';
import { Testimonials } from '../home/Testimonials.tsx';
import { Photo } from '../ui/Photo.tsx';

export const metadata = {
  id: 'home',
  title: 'Professional Accident Management Services UK',
  description: ({ independent, recovery, recoversDayAndNight, hours, noExcess }) => {
    const trade = `${independent ? 'Independent accident' : 'Accident'} management, not an insurer.`;
    const collected = recoversDayAndNight ? '24/7 recovery' : 'recovery';
    const vehicle = hours ? `a replacement in about ${hours}` : 'a replacement vehicle';
    const services = [recovery ? collected : '', vehicle, 'repairs'].filter(Boolean).join(', ');
    return `${trade} After a non-fault accident: ${services}, ${noExcess ? 'no excess to pay' : 'claim help'}.`;
  },
  keywords:
    'accident management, non-fault accident, replacement vehicle, credit hire, bodyshop repairs, claim help, UK',
  breadcrumb: 'Home',
  ...HOME_PICTURE,
} as const satisfies PageMetadata;

export const parts = CALLBACK_PARTS;

/**
 * The sections in the order of the page. React hydrates each on its own, the touched one first, so
 * that none of them blocks the page.
 */
const SECTIONS = [About, Services, Testimonials, Faq];

function About() {
  return <AboutSection photo={<Photo page="home" />} />;
}

export function Page() {
  return (
    <>
      <Hero />
      <Plates className="wrap plates-row" />
      {SECTIONS.map((Section, place) => (
        <Suspense key={place}>
          <Section />
        </Suspense>
      ))}
      <CallbackEnding />
    </>
  );
}
