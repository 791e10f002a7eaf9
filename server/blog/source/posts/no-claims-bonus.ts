import { blogPost } from './format.ts';
import { doc, h, link, marked, p, postLink, quote, ul } from './rich-text.ts';

export const noClaimsBonus = blogPost('post-no-claims', {
  title: 'Does a non-fault accident touch my no-claims bonus?',
  slug: 'non-fault-accidents-and-your-no-claims-bonus',
  excerpt:
    'It should not, if the costs are recovered in full from the other side. But there are two things to know first.',
  publishedDate: '2025-11-04T09:00:00.000Z',
  author: 'Tom Ashdown',
  content: doc(
    p(
      'A no-claims bonus is for years in which your insurer did not have to pay. When the at-fault insurer pays for everything, ',
      'yours has nothing to pay. So your bonus should stay as it is.',
    ),
    h(1, 'Two things to know'),
    h(2, 'Tell your insurer anyway'),
    p(
      'Most policies ask you to report every accident, even one that was not your fault. Say that you are ',
      marked('reporting, not claiming', 'bold'),
      '. Not telling them can cause trouble later.',
    ),
    h(2, 'A bonus and a premium are two things'),
    p(
      'The bonus is a discount. The premium is what the discount is taken from. An insurer may look at any accident when it sets a premium.',
    ),
    quote(
      'Ask your insurer one question: “Will this be recorded as a fault or a non-fault incident?”',
    ),
    h(1, 'When the bonus is at risk'),
    ul(
      'The other driver disputes fault, and the claim stays open at your renewal.',
      'Fault is shared between you.',
      'The other driver cannot be traced and you claim on your own policy.',
    ),
    p(
      'An open claim often counts against you until it is settled. If it ends in your favour, ask for the discount to be put right.',
    ),
    h(1, 'How this works with us'),
    p(
      'Costs are recovered from the at-fault insurer, and there is no excess to pay. Read ',
      postLink('post-credit-hire', 'credit hire in plain English'),
      ' for the details, and look up ',
      link('/credit-hire', 'who pays if a claim fails'),
      '.',
    ),
  ),
});
