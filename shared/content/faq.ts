import { capitalize, createWording, type WordingInput } from '../site/claims.ts';
import { joinWithAnd } from '../site/company.ts';

export interface Question {
  question: string;
  answer: string;
}

/**
 * The six questions of Home, in the order of docs/specification.md, section 2. The answers are
 * plain text: search engines get them as they stand, and visitors with the pages that they name as
 * links. The site file may replace them.
 */
export function createFaq(facts: WordingInput): readonly Question[] {
  const wording = createWording(facts);
  const { weeks, noExcess, brandedParts, dayAndNight, recovery, storage } = wording;
  const first = joinWithAnd([
    recovery ? 'collect your vehicle' : '',
    storage ? `store ${recovery ? 'it' : 'your vehicle'} securely` : '',
  ]);
  const collected = first && `We ${first}. `;
  const excess = noExcess ? 'No. There is no excess to pay.' : 'Ask us before you sign anything.';
  const inspection = wording.engineer
    ? `${capitalize(wording.engineer)} inspects the vehicle and reports to the insurers. `
    : '';
  const withParts = brandedParts ? ' with branded parts' : '';
  const repair =
    collected || inspection
      ? `Then ${wording.bodyshop} repairs it${withParts}.`
      : `${capitalize(wording.bodyshop)} repairs your vehicle${withParts}.`;
  const call = dayAndNight ? 'Then call us, at any hour.' : 'Then call us.';
  const duration = weeks
    ? `The claims process takes ${weeks}.`
    : 'That depends on the repair and on the insurers.';
  return [
    {
      question: 'Am I entitled to a replacement vehicle?',
      answer:
        'Usually, yes, if the accident was not your fault and you need a vehicle while yours is off the road. Call us and tell us what happened.',
    },
    {
      question: 'Will I have to pay an excess?',
      answer: `${excess} ${wording.costs}. But a hire agreement is a contract in your own name: if the claim fails, you may owe some or all of the hire. Our Credit hire page explains who pays.`,
    },
    {
      question: 'How does the repair process work?',
      answer: `${collected}${inspection}${repair} Our Bodyshop repairs page shows each step.`,
    },
    {
      question: 'What should I do after an accident?',
      answer: `Stay calm, exchange details with the other driver, take photos and report the accident to the police. ${call} Tell your own insurer too: most policies require it, even if you do not claim. Our Accident page has the steps in order.`,
    },
    {
      question: 'Will it affect my no-claims bonus?',
      answer: `${wording.costs} and do not claim on your policy. But each insurer sets its own rules on no-claims bonuses, so ask yours how it treats a non-fault accident.`,
    },
    {
      question: 'How long does a claim take?',
      answer: `${duration} It takes longer if fault is disputed or someone was hurt.`,
    },
  ];
}
