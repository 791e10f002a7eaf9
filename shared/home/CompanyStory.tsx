import { Fragment } from 'react';
import { spokenList } from '../site/company.ts';
import { useCompany } from '../site/site-context.ts';

/** History, people, places, memberships and the review site, as far as the site file gives them. */
export function CompanyStory() {
  const { history = [], people = [], places = [], tradeBodies = [], reviews } = useCompany();
  const parts = {
    'Our people': people.length > 0 && (
      <ul>
        {people.map(({ name, role }) => (
          <li key={name}>
            <strong>{name}</strong>, {role}
          </li>
        ))}
      </ul>
    ),
    'Where we work': places.length > 0 && <p>{spokenList(places)}</p>,
    Memberships: tradeBodies.length > 0 && (
      <ul>
        {tradeBodies.map(({ name, number, url }) => (
          <li key={name}>
            {url ? <a href={url}>{name}</a> : name}
            {number ? `, number ${number}` : null}
          </li>
        ))}
      </ul>
    ),
    Reviews: reviews && (
      <p>
        Rated {reviews.rating} on <a href={reviews.url}>{reviews.name}</a>.
      </p>
    ),
  };
  if (history.length === 0 && !Object.values(parts).some(Boolean)) return null;
  return (
    <section className="section split" aria-labelledby="story-heading">
      <h2 className="h2" id="story-heading">
        Our company
      </h2>
      <div className="prose">
        {history.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {Object.entries(parts).map(
          ([heading, content]) =>
            content && (
              <Fragment key={heading}>
                <h3>{heading}</h3>
                {content}
              </Fragment>
            ),
        )}
      </div>
    </section>
  );
}
