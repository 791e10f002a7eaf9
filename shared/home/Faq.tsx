import { FAQ } from '../content/faq.ts';
import { telephoneLink, unbroken } from '../site/company.ts';
import { useCompany } from '../site/site-context.ts';
import { Disclosures } from '../ui/Disclosures.tsx';

/**
 * An accordion of the browser's own: `name` keeps one item open at a time, and it may be closed
 * again. What a visitor opened before hydration stays open, hence the suppressed warning.
 */
export function Faq() {
  const { phone24h } = useCompany();
  return (
    <section className="section tint" id="faq" aria-labelledby="faq-heading">
      <div className="wrap split">
        <div className="sticky">
          <h2 className="h2" id="faq-heading">
            Questions people ask us first
          </h2>
          <div className="panel-call">
            <p>Not here? Ask a person, at any hour.</p>
            <a className="num" href={telephoneLink(phone24h)}>
              {unbroken(phone24h)}
            </a>
          </div>
        </div>
        <Disclosures>
          {FAQ.map(({ question, answer }, index) => (
            <details name="faq" key={question} open={index === 0} suppressHydrationWarning>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </Disclosures>
      </div>
    </section>
  );
}
