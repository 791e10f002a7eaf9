interface AccidentStep {
  heading: string;
  text: string;
  /** There is something to write down. */
  notes?: true;
}

/** The six steps of the specification, in its words; the rest of each text explains them. */
export const ACCIDENT_STEPS: readonly AccidentStep[] = [
  {
    heading: 'Stay calm',
    text: 'Stop, switch on your hazard lights and take a breath. If you can, wait well away from the traffic.',
  },
  {
    heading: 'Do not admit liability if at fault',
    text: 'Say only what happened, even if you think that it was your fault. Leave the question of blame to the insurers.',
  },
  {
    heading: 'Exchange details with the other driver',
    text: 'Exchange names, addresses, phone numbers and vehicle make, model, colour and registration.',
    notes: true,
  },
  {
    heading: 'Call the police if the other driver refuses to give details',
    text: 'Note the registration, and stay where it is safe.',
  },
  {
    heading: 'Note what happened, and take photos',
    text: 'Note the date, time, location and how it happened, and take photos.',
    notes: true,
  },
  {
    heading: 'Report to the police anyway',
    text: 'Do it even if you have exchanged details. Call 101 when it is not an emergency.',
  },
];
