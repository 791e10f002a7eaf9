import { useSite } from '../site/site-context.ts';
import { PageLink } from './PageLink.tsx';

/** Letters that fit. A longer name is set smaller and may take several lines. */
const MAX_LENGTH = { name: 9, phone: 13 };
/** A word so long that the mark has no room beside it on a phone. */
const LONG_WORD = /\S{14}/;

/**
 * The lock-up of mark, name and trade, as a link to Home. The trade stays unless
 * the owner gives another line: visitors must not take the site for their insurer's.
 */
export function Logo() {
  const { company, ownMark, subtitle = 'Accident Management' } = useSite();
  const { name, phone24h } = company;
  const longPhone = phone24h.length > MAX_LENGTH.phone;
  const long = longPhone || name.length > MAX_LENGTH.name;
  const hideMark = longPhone || LONG_WORD.test(name);
  return (
    <PageLink
      className={`brand${long ? ' brand--long' : ''}${hideMark ? ' brand--alone' : ''}`}
      to="/"
    >
      <svg width="38" height="38" viewBox="0 0 40 40" aria-hidden="true">
        {ownMark ? (
          <image href={ownMark} width="40" height="40" />
        ) : (
          <>
            <rect width="40" height="40" rx="9" fill="var(--brand)" />
            <rect
              x="2.7"
              y="2.7"
              width="34.6"
              height="34.6"
              rx="6.8"
              fill="none"
              stroke="#fff"
              strokeWidth="1.8"
            />
            <g strokeLinecap="round" strokeWidth="2.8">
              <path d="M10 33.5 16.4 8M30 33.5 23.6 8" stroke="#fff" />
              <path d="M20 9.5v3.2M20 17.5v4.6M20 27.3v6" stroke="var(--accent)" />
            </g>
          </>
        )}
      </svg>
      <span>
        {name}
        {subtitle === '' ? null : <small>{` ${subtitle}`}</small>}
      </span>
    </PageLink>
  );
}
