import { useCompany } from '../site/site-context.ts';

/** Of a firm, in the register of those that the Financial Conduct Authority lets do business. */
const FCA_REGISTER = 'https://register.fca.org.uk/s/search?type=Companies&q=';

/** Why to believe it, on the first screen: what anybody can look up, as far as the site file says. */
export function Trust() {
  const { reviews, fca, tradeBodies = [] } = useCompany();
  const [body] = tradeBodies;
  const facts = [
    reviews && { fact: reviews.rating, source: reviews.name, url: reviews.url },
    fca && { fact: `FCA ${fca}`, source: 'Check the register', url: FCA_REGISTER + fca },
    body && { fact: 'Member of', source: body.name, url: body.url },
  ].filter((fact) => !!fact);
  if (facts.length === 0) return null;
  return (
    <ul className="trust">
      {facts.map(({ fact, source, url }) => (
        <li key={fact}>
          <strong>{fact}</strong> {url ? <a href={url}>{source}</a> : source}
        </li>
      ))}
    </ul>
  );
}
