import type { AssetItem } from './format.ts';

const ADDED = '2025-10-01T09:00:00.000Z';

function asset(
  id: string,
  title: string,
  description: string,
  file: AssetItem['fields']['file'],
): AssetItem {
  return {
    sys: { type: 'Asset', id, createdAt: ADDED, updatedAt: ADDED, locale: 'en-GB' },
    fields: { title, description, file },
  };
}

/** A drawing in `public/covers/`; `size` in bytes, `height` in pixels at a width of 800. */
function drawing(
  id: string,
  title: string,
  description: string,
  size: number,
  height = 400,
): AssetItem {
  const fileName = `${id}.svg`;
  const details = { size, image: { width: 800, height } };
  return asset(id, title, description, {
    url: `/covers/${fileName}`,
    fileName,
    contentType: 'image/svg+xml',
    details,
  });
}

/**
 * Pictures and files of the embedded posts: the title is the caption, the description is for people
 * who do not see the picture.
 */
export const assets: AssetItem[] = [
  drawing(
    'day-truck',
    'Recovered from the roadside',
    'A yellow recovery truck carries a green hatchback along a road by day.',
    3906,
  ),
  drawing(
    'night-hatch',
    'On the road at night',
    'A red hatchback with its headlights on drives along a road under a crescent moon.',
    2428,
  ),
  drawing(
    'sand-suv',
    'Ready for inspection',
    'A white SUV on a road in front of sand-coloured hills.',
    2246,
  ),
  drawing(
    'sand-taxi',
    'A black cab at work',
    'A black cab with its roof sign lit on a road in front of sand-coloured hills.',
    2197,
  ),
  drawing(
    'green-truck',
    'On its way to storage',
    'A yellow recovery truck carries a red hatchback past dark green hills.',
    3906,
  ),
  drawing(
    'night-suv',
    'Far from home',
    'A grey SUV with its headlights on drives along a road at night.',
    2519,
  ),
  drawing(
    'day-hatch',
    'Parked and minding its own business',
    'A white hatchback stands at the roadside next to a parking sign.',
    2496,
  ),
  drawing('day-suv', 'The way ahead', 'A green SUV drives towards a direction sign.', 2665),
  drawing('green-bike', 'Two wheels', 'A red motorcycle on a road in front of green hills.', 2313),
  drawing(
    'sand-van',
    'First job of the day',
    'A white van on a road in front of sand-coloured hills, with the sun low.',
    2161,
  ),
  drawing(
    'night-truck',
    'Out at any hour',
    'A yellow recovery truck carries a white hatchback along a road at night.',
    4172,
  ),
  drawing(
    'sand-minibus',
    'Minibuses count as working vehicles too',
    'A green minibus on a road in front of sand-coloured hills.',
    2480,
  ),
  drawing(
    'photo-positions',
    'Where to stand. The numbers match the list; stay on the pavement or the verge.',
    'Plan of a road seen from above. Two cars have collided in the left lane. Numbered circles on the pavements show where to stand: ' +
      '1 behind both cars, 2 ahead of them across the road, 4 and 6 beside each car, 8 across from the broken glass, 9 by the give-way sign.',
    2588,
    440,
  ),
  asset('details-card', 'Accident details card', 'One page to print and keep in the vehicle.', {
    url: '/downloads/accident-details-card.pdf',
    fileName: 'accident-details-card.pdf',
    contentType: 'application/pdf',
    details: { size: 65846 },
  }),
];
