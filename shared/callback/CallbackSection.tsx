import type { ReactNode } from 'react';
import { useCompany } from '../site/site-context.ts';
import { PhoneLink } from '../ui/PhoneLink.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import { CallbackForm } from './CallbackForm.tsx';

interface CallbackSectionProps {
  title?: string;
  /** The owner's own. */
  lead?: string | undefined;
  /** Of the title: 1 where the section heads its page. */
  level?: 1 | 2;
  /** Stands under what happens next. */
  children?: ReactNode;
}

/**
 * The callback form with what happens next. It stands directly above the chevron line of the
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
      <div className="wrap contact__grid">
        <div>
          <Heading className={level === 1 ? 'h-display' : 'h2'} id="contact-heading">
            {title}
          </Heading>
          <p className="lead">
            {lead ?? (
              <>
                Leave your name, mobile number and <span className="keep">e-mail</span> address. If
                you are still at the roadside,{' '}
                <PhoneLink phone={phone24h}>{`call ${phone24h}`}</PhoneLink> instead: it is quicker.
              </>
            )}
          </p>
        </div>
        <CallbackForm level={level === 1 ? 2 : 3} />
        <div>
          <ol className="steps">
            <li>
              <p>
                <strong>We ring you back{within && ` ${within}`}</strong> We ask where you are and
                whether you are safe.
              </p>
            </li>
            <li>
              <p>
                <strong>We recover your vehicle</strong> We arrange a replacement that suits you.
              </p>
            </li>
            <li>
              <p>
                <strong>We deal with the insurers</strong> We tell you what happens next.
              </p>
            </li>
          </ol>
          {children}
        </div>
      </div>
      <div className="contact__art" aria-hidden="true">
        <Vehicle name="suv" paint="a" />
        <Vehicle name="recovery" paint="e" />
      </div>
    </section>
  );
}
