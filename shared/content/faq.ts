import { type Facts, wordingOf } from '../site/claims.ts';
import { table } from '../ui/Words.tsx';

export interface Question {
  question: string;
  answer: string;
}

/**
 * The six questions of Home, in the order of docs/specification.md, section 2. The answers are
 * plain text: search engines get them as they stand, and visitors with the pages that they name as
 * links. The site file may replace them.
 */
export function questionsOf(facts: Facts): readonly Question[] {
  const { weeks, noExcess, brandedParts, anyHour } = wordingOf(facts);
  return table(
    ['question', 'answer'],
    `Am I entitled to a replacement vehicle? | If the accident was not your fault and you need a vehicle while yours is off the road, normally yes. Call us and tell us what happened.
Will I have to pay an excess? | ${noExcess ? 'No. There is no excess to pay.' : 'Ask us before you sign.'} Costs are recovered from the at-fault insurer. But a hire agreement is a contract in your own name: if the claim fails, you may owe some or all of the hire. Our Credit hire page says who pays.
How does the repair process work? | We collect your vehicle and store it securely. An independent engineer inspects it and reports to the insurers. Then an approved bodyshop repairs it${brandedParts ? ' with branded parts' : ''}. Our Bodyshop repairs page shows each step.
What should I do after an accident? | Stay calm, exchange details with the other driver, take photos and report the accident to the police. Then call us${anyHour && `,${anyHour}`}. Tell your own insurer too: most policies ask you to, even if you do not claim. Our Accident page has the steps in order.
Will it affect my no-claims bonus? | Costs are recovered from the at-fault insurer, not claimed on your own policy. Each insurer sets its own rules on no-claims bonuses, so ask yours how it treats a non-fault accident.
How long does a claim take? | ${weeks ? `The claims process takes ${weeks}.` : 'That depends on the repair and on the insurers.'} It takes longer if fault is disputed or somebody was hurt.`,
  );
}
