import type { PageMetadata } from '../head/metadata.ts';
import { AboutSection } from '../home/AboutSection.tsx';
import { CompanyStory } from '../home/CompanyStory.tsx';
import { Plates } from '../home/Plates.tsx';
import { capitalize } from '../site/claims.ts';
import { joinWithAnd } from '../site/company.ts';
import { useWording } from '../site/site-context.ts';
import { CallActions } from '../ui/CallActions.tsx';
import { CallCard } from '../ui/CallCard.tsx';
import { CheckList } from '../ui/CheckList.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Photo } from '../ui/Photo.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import { whole } from '../ui/whole.tsx';

export const metadata = {
  id: 'about',
  title: ({ founded }) =>
    founded
      ? `About Us: UK Accident Management Since ${founded}`
      : 'About Us: UK Accident Management',
  description: ({ founded, experience, motorcycles }) => {
    const company = `A UK accident management company${founded ? ` founded in ${founded}` : ''}`;
    const accident = founded ? 'a non-fault accident' : 'an accident that was not their fault';
    return `${company}. We help drivers${motorcycles ? ' and riders' : ''} after ${accident}${experience ? `, with ${experience}` : ''}.`;
  },
  keywords: ({ founded }) =>
    `accident management company, about us, ${founded ? `founded ${founded}, ` : ''}non-fault accident help, UK`,
  breadcrumb: 'About Us',
  picture: '/social/about.png',
  pictureAlt: 'A green minibus on a road in front of sand-coloured hills',
  pictureClaim: 'minibuses',
} as const satisfies PageMetadata;

/** The About section, and what the company says of itself beyond it. */
export function Page() {
  const {
    recovery,
    storage,
    dayAndNight,
    arrival,
    insured,
    noUpfrontCost,
    legalSupport,
    independent,
  } = useWording();
  const replacement = insured ? `A ${insured} replacement` : 'A replacement';
  return (
    <>
      <PageHead
        page={metadata.id}
        title="About us"
        lead={`We are ${independent ? 'an independent' : 'a'} UK accident management company, not an insurer. Here is what we do.`}
        art={<Vehicle name="recovery" paint="b" />}
      >
        <p className="who">
          {whole(
            'We do not sell insurance, and we do not claim on your policy: we claim from the at-fault driver’s insurer.',
          )}
        </p>
        <CallActions form="/contact" />
      </PageHead>
      <AboutSection photo={<Photo page="about" />}>
        <CheckList>
          {[
            capitalize(
              joinWithAnd([
                recovery ? 'recovery from the scene' : '',
                storage ? 'secure storage' : '',
              ]),
            ),
            `${replacement} vehicle${arrival && `, ${arrival}`}`,
            noUpfrontCost ? 'Credit hire with no up-front cost' : 'Credit hire',
            legalSupport ? 'Legal support with your claim' : '',
          ]}
        </CheckList>
      </AboutSection>
      <CompanyStory />
      <Plates className="section tint" />
      <section className="section">
        <CallCard heading="Had an accident?" art={<Vehicle name="minibus" paint="a" />}>
          {dayAndNight
            ? 'Call us at any hour to find out what happens next.'
            : 'Call us to find out what happens next.'}
        </CallCard>
      </section>
    </>
  );
}
