import type { PageMetadata } from '../head/metadata.ts';
import { AccidentSteps } from '../note-pad/AccidentSteps.tsx';
import { EmergencyCalls } from '../note-pad/EmergencyCalls.tsx';
import { PrintButton } from '../note-pad/NoteFields.tsx';
import { NotePad } from '../note-pad/NotePad.tsx';
import { whatsAppLink } from '../site/company.ts';
import { useCompany } from '../site/site-context.ts';
import { CallCard } from '../ui/CallCard.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import '../ui/card.css';
import './accident.css';

export const metadata = {
  id: 'accident',
  title: 'Had a Road Accident? What to Do, Step by Step',
  description: ({ dayAndNight }) =>
    dayAndNight
      ? 'What to do after a road accident: stay calm, exchange details, note what happened, take photos and report it to the police. Call us at any hour.'
      : 'What to do after a road accident: stay calm, exchange details, note what happened, take photos and report it to the police. Call us.',
  keywords:
    'road accident, what to do after a car accident, exchange details, report an accident, accident steps, UK',
  breadcrumb: 'Accident',
  picture: '/social/accident.png',
  pictureAlt: 'A grey car with its headlights on drives along a road at night',
} as const satisfies PageMetadata;

function WarningTriangle() {
  return (
    <svg className="triangle" viewBox="0 0 68 64" aria-hidden="true">
      <path d="M12 62h14M42 62h14" stroke="var(--road)" strokeWidth="4" strokeLinecap="round" />
      <path
        d="M34 6 62 56H6Z"
        fill="#fff"
        stroke="var(--red-1)"
        strokeWidth="8"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/**
 * What to do after an accident, for somebody standing beside the road. Prints on one sheet of A4.
 */
export function Page() {
  const { whatsapp } = useCompany();
  return (
    <>
      <PageHead
        page={metadata.id}
        title="Had a Road Accident?"
        lead="Six things to do, in order. Nobody expects you to remember them."
        art={
          <>
            <WarningTriangle />
            <Vehicle name="hatch" />
            <span className="flip">
              <Vehicle name="suv" paint="e" />
            </span>
          </>
        }
      >
        <EmergencyCalls />
      </PageHead>
      <NotePad>
        <section className="section accident accident__grid">
          <AccidentSteps />
          <div className="accident__aside">
            <CallCard heading="Safe? Then ring us." art={<Vehicle name="truck" />}>
              Tell us what happened. We take it from there.
              {whatsapp ? (
                <>
                  {' '}
                  <a href={whatsAppLink(whatsapp)}>Send photos by WhatsApp</a>
                </>
              ) : null}
            </CallCard>
            <div className="card">
              <h2 className="h3">Keep a copy in the glovebox</h2>
              <p>Print this page: the steps, and a card with your notes or blanks for a pen.</p>
              <PrintButton />
            </div>
          </div>
        </section>
      </NotePad>
    </>
  );
}
