const WORDS =
  'the driver’s insurer pays for repairs and hire while your vehicle is off the road after claim'.split(
    ' ',
  );

/** Returns different words for each number, so that they compress no better than a text does. */
export const createWords = (seed: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const word = WORDS[(seed * 7 + index * 13) % WORDS.length];
    return index % 3 === 0 ? `${word}${(seed * 31 + index * 17) % 997}` : word;
  }).join(' ');
