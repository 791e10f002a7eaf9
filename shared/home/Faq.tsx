import { createFaq } from '../content/faq.ts';
import { createWording } from '../site/claims.ts';
import { useSite } from '../site/site-context.ts';
import { PhoneLink } from '../ui/PhoneLink.tsx';
import { QuestionList } from './QuestionList.tsx';
import './faq.css';

/** The questions of Home. */
export function Faq() {
  const site = useSite();
  const { company, faq = createFaq(site) } = site;
  const { dayAndNight } = createWording(site);
  return (
    <section className="section tint split" id="faq" aria-labelledby="faq-heading">
      <div className="sticky">
        <h2 className="h2" id="faq-heading">
          Common questions
        </h2>
        <div className="card panel-call">
          <p>
            {dayAndNight
              ? 'Not answered here? Speak to someone, day or night.'
              : 'Not answered here? Speak to someone.'}
          </p>
          <PhoneLink phone={company.phone24h} />
        </div>
      </div>
      <QuestionList questions={faq} />
    </section>
  );
}
