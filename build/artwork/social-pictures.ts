/** A vehicle of shared/ui/scenery/vehicles.svg on the road of a picture. */
interface OnTheRoad {
  name: 'hatch' | 'suv' | 'van' | 'minibus' | 'taxi' | 'bike' | 'truck' | 'recovery';
  paint: 'a' | 'b' | 'c' | 'd' | 'e';
  /** Left edge, in pixels of the picture. */
  x: number;
}

interface SocialPicture {
  time: 'day' | 'night';
  /**
   * The sign, in its three sizes of type: what it is about, what it says, what to know. No facts and
   * no claims of the company (shared/site/claims.ts): those are configured, and pictures are recorded.
   */
  kicker: string;
  title: string;
  note: string;
  vehicles: OnTheRoad[];
  /** Left edge of a warning triangle on the road, in pixels of the picture. */
  triangle?: number;
}

/**
 * By file name in public/social/. The metadata of each page holds the alternative text.
 */
export const SOCIAL_PICTURES: Record<string, SocialPicture> = {
  home: {
    time: 'day',
    kicker: 'Accident management',
    title: 'Not your fault? We’ll\u00a0take it\u00a0from\u00a0here.',
    note: 'Recovery · Replacement vehicles · Repairs',
    vehicles: [
      { name: 'recovery', paint: 'a', x: 130 },
      { name: 'suv', paint: 'b', x: 800 },
    ],
  },
  accident: {
    time: 'day',
    kicker: 'Had a road accident?',
    title: 'What to do, step by step',
    note: 'Stay calm · Exchange details · Take photos',
    vehicles: [
      { name: 'hatch', paint: 'e', x: 420 },
      { name: 'suv', paint: 'c', x: 800 },
    ],
    triangle: 240,
  },
  'replacement-vehicles': {
    time: 'day',
    kicker: 'Replacement vehicles',
    title: 'Delivered to you',
    note: 'Cars, vans and minibuses · Comprehensively insured',
    vehicles: [
      { name: 'van', paint: 'c', x: 60 },
      { name: 'suv', paint: 'b', x: 470 },
      { name: 'hatch', paint: 'a', x: 830 },
    ],
  },
  'credit-hire': {
    time: 'day',
    kicker: 'Credit hire',
    title: 'Drive on, with no up-front cost',
    note: 'Costs are recovered from the at-fault insurer',
    vehicles: [{ name: 'suv', paint: 'b', x: 700 }],
  },
  'bodyshop-repairs': {
    time: 'day',
    kicker: 'Bodyshop repairs',
    title: 'Repaired at an approved bodyshop',
    note: 'With an independent engineer’s report to insurers',
    vehicles: [{ name: 'recovery', paint: 'e', x: 440 }],
  },
  about: {
    time: 'day',
    kicker: 'About us',
    title: 'One call, and one team',
    note: 'Cars · Vans · Motorcycles · Taxis and private hire',
    vehicles: [
      { name: 'hatch', paint: 'b', x: 20 },
      { name: 'van', paint: 'c', x: 318 },
      { name: 'bike', paint: 'e', x: 692 },
      { name: 'taxi', paint: 'd', x: 874 },
    ],
  },
  blogs: {
    time: 'night',
    kicker: 'Our Blog',
    title: 'News, tips and insights',
    note: 'On accident management and vehicle services',
    vehicles: [{ name: 'minibus', paint: 'c', x: 470 }],
  },
  contact: {
    time: 'night',
    kicker: 'Contact us',
    title: 'Call or ask for a callback',
    note: 'Accident management for non-fault drivers',
    vehicles: [{ name: 'truck', paint: 'a', x: 320 }],
  },
  legal: {
    time: 'day',
    kicker: 'Accident management',
    title: 'Terms, complaints and privacy',
    note: 'What you can expect, in writing',
    vehicles: [{ name: 'taxi', paint: 'd', x: 720 }],
  },
};
