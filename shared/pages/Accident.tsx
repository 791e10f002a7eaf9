import type { PageMetadata } from '../head/metadata.ts';
import { AccidentSteps } from '../note-pad/AccidentSteps.tsx';
import { EmergencyCalls } from '../note-pad/EmergencyCalls.tsx';
import { PrintButton } from '../note-pad/NoteFields.tsx';
import { NotePad } from '../note-pad/NotePad.tsx';
import type { Wording } from '../site/claims.ts';
import { joinWithAnd, whatsAppHref } from '../site/company.ts';
import { useCompany, useWording } from '../site/site-context.ts';
import { CallButton } from '../ui/CallButton.tsx';
import { CallCard } from '../ui/CallCard.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Photo } from '../ui/Photo.tsx';
import { Prose } from '../ui/Prose.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import '../ui/card.css';
import './accident.css';

export const metadata = {
  id: 'accident',
  title: 'Had a Road Accident? What to Do, Step by Step',
  description: ({ dayAndNight }) =>
    dayAndNight
      ? 'What to do after a road accident: stay calm, exchange details, note what happened, take photos and report it to the police. Call us at any hour.'
      : 'What to do after a road accident: stay calm, exchange details, note what happened, take photos and report it to the police. Call us for help.',
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
 * The steps after an accident, for somebody standing beside the road. Prints on one sheet of A4.
 */
function strandedLead({ recovery, storage, recoversDayAndNight, engineer }: Wording): string {
  const always = recoversDayAndNight ? ' at any hour of the day or night' : '';
  const inspected = engineer && ` until ${engineer} has inspected it`;
  const parts = joinWithAnd([
    recovery ? `recover your vehicle${always}` : '',
    storage ? `keep ${recovery ? 'it' : 'your vehicle'} in secure storage${inspected}` : '',
  ]);
  return parts ? `We ${parts}.` : 'Call us before it is taken away.';
}

export function Page() {
  const { name, whatsapp } = useCompany();
  const wording = useWording();
  const { recovery, recoversDayAndNight, handlesClaim, firm } = wording;
  return (
    <>
      <PageHead
        page={metadata.id}
        title="Had a Road Accident?"
        lead="Six things to do, in order. Take them one at a time."
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
        <p className="who">{`This page is from ${name}, ${firm}. We are not your insurer.`}</p>
      </PageHead>
      <NotePad>
        <section className="section accident accident__grid">
          <AccidentSteps />
          <div className="accident__aside">
            <CallCard heading="Safe now? Call us." art={<Vehicle name="truck" />}>
              {`Tell us what happened${handlesClaim ? ' and we’ll take it from there' : ''}. ${recovery ? `We can recover your vehicle${recoversDayAndNight ? ' at any hour' : ''} and arrange a replacement. ` : ''}Tell your own insurer about the accident too: most policies require it.`}
              {whatsapp ? (
                <>
                  {' '}
                  <a href={whatsAppHref(whatsapp)}>Send photos by WhatsApp</a>
                </>
              ) : null}
            </CallCard>
            <div className="card">
              <h2 className="h3">Print a copy for the glovebox</h2>
              <p>
                You get the steps, and a sheet with your notes or blank lines to fill in by hand.
              </p>
              <PrintButton />
            </div>
          </div>
        </section>
      </NotePad>
      <section className="section split stranded">
        <div>
          <h2 className="h2">Cannot drive it away?</h2>
          <Photo page="accident" />
        </div>
        <Prose lead={strandedLead(wording)}>
          <p>
            Before the truck leaves, take out what you need today, leave the key, and ask where your
            vehicle is going.
          </p>
          <CallButton note />
        </Prose>
      </section>
    </>
  );
}
