interface Step {
  /** The key under which this device remembers that the step is done. */
  id: string;
  heading: string;
  /** The emergency numbers 999 and 101 in it can be tapped. */
  text: string;
  photos?: typeof PHOTOS;
}

/** Photos to take, listed on the page, on the card to download and in the mailed notes. */
export const PHOTOS = [
  'The whole scene, from both directions',
  'Number plates',
  'The damage, from a distance and close up',
  'Marks on the road',
  'Road signs and traffic lights',
  'Any CCTV cameras nearby',
] as const;

const defineSteps = <Id extends string>(steps: readonly (Step & { id: Id })[]) => steps;

/**
 * The six steps of docs/specification.md, section 2, in its words; the rest of each text explains
 * them.
 */
export const ACCIDENT_STEPS = defineSteps([
  {
    id: 'step-calm',
    heading: 'Stay calm',
    text: 'Stop, switch on your hazard lights and take a breath. If it is safe, get everyone out and wait well away from traffic, behind a barrier if there is one.',
  },
  {
    id: 'step-liability',
    heading: 'Do not admit liability if at fault',
    text: 'Stick to the facts and be polite. Do not say whose fault it was, even if you think it was yours. Leave that to the insurers.',
  },
  {
    id: 'step-exchange',
    heading: 'Exchange details with the other driver',
    text: 'Exchange names, addresses, phone numbers and vehicle make, model, colour and registration.',
  },
  {
    id: 'step-police',
    heading: 'Call the police if the other driver refuses to give details',
    text: 'Call 101, or 999 if you feel in danger. Write down their registration number and stay somewhere safe.',
  },
  {
    id: 'step-note',
    heading: 'Note what happened, and take photos',
    text: 'Note the date, time, location and how it happened, and take photos. Six\u00a0to\u00a0start\u00a0with:',
    photos: PHOTOS,
  },
  {
    id: 'step-report',
    heading: 'Report to the police anyway',
    text: 'Report it even if you have exchanged details. If you could not, or if someone was hurt and you did not show your insurance certificate, the law says you must report it as soon as you reasonably can and within 24\u00a0hours. Call 101 if it is not an emergency.',
  },
]);

export type StepId = (typeof ACCIDENT_STEPS)[number]['id'];
