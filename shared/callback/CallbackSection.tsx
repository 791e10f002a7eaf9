import type { ReactNode } from 'react';
import { useCompany, useWording } from '../site/site-context.ts';
import { PhoneLink, PhoneNumber } from '../ui/PhoneLink.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import { CallbackForm } from './CallbackForm.tsx';
import { CallbackProof } from './CallbackProof.tsx';
import '../ui/tile.css';
import './callback-section.css';

interface CallbackSectionProps {
  title?: string;
  /** The owner's text, instead of the default. */
  lead?: string | undefined;
  /** The level of the title: 1 when the section heads its page. */
  level?: 1 | 2;
  /** Content beside the form, under the next steps. */
  children?: ReactNode;
}

/**
 * The callback form, and the steps after it is sent. It stands directly above the chevron line of
 * the footer, or heads its page.
 */
export function CallbackSection({
  title = 'Would you rather we called you?',
  lead,
  level = 2,
  children,
}: CallbackSectionProps) {
  const { phone24h, callbackWithin } = useCompany();
  const { recovery, oneHandler } = useWording();
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
                {'Still at the roadside? '}
                <span>
                  <PhoneLink phone={phone24h}>
                    Call <PhoneNumber phone={phone24h} />
                  </PhoneLink>
                  . It’s quicker.
                </span>
              </>
            )}
          </p>
          <CallbackProof />
        </div>
        <CallbackForm level={level === 1 ? 2 : 3} />
        <ol className="next" role="list">
          <li>
            <b className="tile">1</b>
            <span>
              <strong>We call you back</strong>{' '}
              <small>{callbackWithin ?? 'on the number that you give us'}</small>
            </span>
          </li>
          <li>
            <b className="tile">2</b>
            <span>
              <strong>{oneHandler ? 'One handler, one number' : 'We arrange what you need'}</strong>{' '}
              <small>
                {recovery
                  ? 'recovery, a replacement vehicle and repairs'
                  : 'a replacement vehicle and repairs'}
              </small>
            </span>
          </li>
          <li>
            <b className="tile">3</b>
            <span>
              <strong>Have both registration numbers ready</strong>{' '}
              <small>and your photos, if you have any</small>
            </span>
          </li>
        </ol>
        {children}
      </div>
      <div className="contact__art" aria-hidden="true">
        <Vehicle name="suv" />
        <Vehicle name="recovery" paint="e" />
      </div>
    </section>
  );
}
