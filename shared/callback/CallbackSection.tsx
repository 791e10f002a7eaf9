import type { ReactNode } from 'react';
import { useCompany } from '../site/site-context.ts';
import { PhoneLink, PhoneNumber } from '../ui/PhoneLink.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import { CallbackForm } from './CallbackForm.tsx';
import './callback-section.css';

interface CallbackSectionProps {
  title?: string;
  /** The owner's own. */
  lead?: string | undefined;
  /** Of the title: 1 where the section heads its page. */
  level?: 1 | 2;
  /** Stands beside the form, under the lead. */
  children?: ReactNode;
}

/**
 * The callback form, and how soon it is answered. It stands directly above the chevron line of the
 * footer, or heads its page.
 */
export function CallbackSection({
  title = 'Prefer us to ring you?',
  lead,
  level = 2,
  children,
}: CallbackSectionProps) {
  const { phone24h, callbackWithin: within } = useCompany();
  const Heading = `h${level}` as const;
  return (
    <section className="section contact" id="contact" aria-labelledby="contact-heading">
      <div className="contact__grid">
        <div>
          <Heading className={level === 1 ? 'h-display' : 'h2'} id="contact-heading">
            {title}
          </Heading>
          <p className="lead">
            {lead ?? (
              <>
                {within && `We ring you back ${within}. `}
                Still at the roadside?{' '}
                <span>
                  <PhoneLink phone={phone24h}>
                    Call <PhoneNumber phone={phone24h} />
                  </PhoneLink>
                  : it is quicker.
                </span>
              </>
            )}
          </p>
        </div>
        <CallbackForm level={level === 1 ? 2 : 3} />
        {children}
      </div>
      <div className="contact__art" aria-hidden="true">
        <Vehicle name="suv" />
        <Vehicle name="recovery" paint="e" />
      </div>
    </section>
  );
}
