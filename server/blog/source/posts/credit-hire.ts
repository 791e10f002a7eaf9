import { assetLink, blogPost } from './format.ts';
import { doc, h, hr, link, marked, ol, p, postLink, quote, table, ul } from './rich-text.ts';

export const creditHire = blogPost('post-credit-hire', {
  title: 'Credit hire in plain English: who pays, and when',
  slug: 'credit-hire-in-plain-english',
  excerpt:
    'Driving a replacement without paying for it at the time sounds too good. Here is how the money moves, and what you sign.',
  featuredImage: assetLink('day-truck'),
  publishedDate: '2026-10-20T08:30:00.000Z',
  author: 'Rowan Ellis',
  content: doc(
    p(
      'Somebody else hit you, and your vehicle cannot be driven. Work, school and shopping carry on. ',
      marked('Credit hire', 'bold'),
      ' puts you in a replacement now and leaves the bill for later. This post explains what that means.',
    ),
    h(1, 'The idea in four steps'),
    ol(
      'Tell us what happened. We ask who was at fault and what you drive.',
      'We deliver a replacement, normally in about 10 hours. In some cases it is 10 hours or less.',
      'Your own vehicle is inspected and repaired while you drive the replacement.',
      'You hand the replacement back. The cost of the hire is recovered from the at-fault insurer.',
    ),
    p(
      'You pay nothing up front, and there is no excess to pay. If the claim fails, you may owe some or all of the hire: the agreement says when.',
    ),
    h(1, 'Who does what'),
    table(
      ['Stage', 'Who does it', 'What you do'],
      ['Delivery', 'We bring the vehicle to you', 'Show your driving licence'],
      ['Inspection', 'An independent engineer', 'Say where your vehicle is'],
      ['Repair', 'An approved bodyshop', 'Nothing, unless we ask'],
      ['Recovery of costs', 'We do, from the at-fault insurer', 'Answer letters and calls quickly'],
    ),
    h(1, 'What you are signing'),
    p(
      'A credit hire agreement is a contract, and it is in ',
      marked('your', 'italic'),
      ' name. The hire is charged day by day, and payment waits until it is recovered. Read it before you sign. Look for:',
    ),
    ul(
      'how long the hire may last, and what ends it',
      'what you must do to help, such as passing on letters',
      'what happens if the other insurer disputes the claim',
      'who may drive, and where',
    ),
    quote(
      'If a sentence in the agreement is not clear, ask before you sign. A good answer fits in one breath.',
    ),
    h(1, 'What the other insurer may ask'),
    p(
      'The at-fault insurer pays for what was needed, so it may check the need. Keep it easy to answer:',
    ),
    ul(
      'Why did you need a vehicle during the hire?',
      'Was the replacement of a similar kind to your own?',
      'Did you hand it back when yours was ready?',
    ),
    p(
      'This is one reason to be honest about mileage and use from the first call. It is also why repairs should not wait. Read ',
      postLink('post-claim-timeline', 'how long a claim takes'),
      ' to see what holds things up.',
    ),
    hr(),
    p(
      'Was the accident your own fault, wholly or in part? Say so at the start. Credit hire is for non-fault accidents. Our ',
      link('/credit-hire', 'credit hire page'),
      ' has the short version.',
    ),
    p(''),
  ),
});
