import { joinWithAnd } from '../site/company.ts';
import { useCompany } from '../site/site-context.ts';
import { PhotoImage } from '../ui/Photo.tsx';
import './company-story.css';

/** History, people, places, memberships and the review site, as far as the site file gives them. */
export function CompanyStory() {
  const { history = [], people = [], places = [], tradeBodies = [], reviews } = useCompany();
  const lists = [history, people, places, tradeBodies];
  if (!reviews && lists.every(({ length }) => length === 0)) return null;
  return (
    <section className="section split story" aria-labelledby="story-heading">
      <h2 className="h2" id="story-heading">
        Our company
      </h2>
      <div className="prose">
        {history.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {people.length > 0 ? (
          <>
            <h3>Our people</h3>
            <ul className={people.some(({ photo }) => photo) ? 'people' : undefined}>
              {people.map(({ name, role, photo }) => (
                <li key={name}>
                  {photo ? (
                    <PhotoImage name={photo} alt="" sizes="(min-width:30rem) 20rem,92vw" />
                  ) : null}
                  <strong>{name}</strong>, {role}
                </li>
              ))}
            </ul>
          </>
        ) : null}
        {places.length > 0 ? (
          <>
            <h3>Where we work</h3>
            <p>{joinWithAnd(places)}</p>
          </>
        ) : null}
        {tradeBodies.length > 0 ? (
          <>
            <h3>Memberships</h3>
            <ul>
              {tradeBodies.map(({ name, number, url }) => (
                <li key={name}>
                  {url ? <a href={url}>{name}</a> : name}
                  {number ? `, number ${number}` : null}
                </li>
              ))}
            </ul>
          </>
        ) : null}
        {reviews ? (
          <>
            <h3>Reviews</h3>
            <p>
              Rated {reviews.rating} on <a href={reviews.url}>{reviews.name}</a>.
            </p>
          </>
        ) : null}
      </div>
    </section>
  );
}
