import { readColours } from '../tokens.ts';

const { brand, accent } = readColours();

/** The mark of the header (shared/navigation/Logo.tsx) as a file: public/favicon.svg. */
export const MARK = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">',
  `<rect width="40" height="40" rx="9" fill="${brand}"/>`,
  '<rect x="2.7" y="2.7" width="34.6" height="34.6" rx="6.8" fill="none" stroke="#fff" stroke-width="1.8"/>',
  '<g stroke-linecap="round" stroke-width="2.8">',
  '<path d="M10 33.5 16.4 8M30 33.5 23.6 8" stroke="#fff"/>',
  `<path d="M20 9.5v3.2M20 17.5v4.6M20 27.3v6" stroke="${accent}" stroke-width="3"/>`,
  '</g></svg>',
].join('');
