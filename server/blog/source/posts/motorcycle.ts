import { assetLink, blogPost } from './format.ts';
import { doc, h, hr, li, marked, ol, p, quote, ul } from './rich-text.ts';

export const motorcycle = blogPost('post-motorcycle', {
  title: 'After a motorcycle accident: the bike, the kit and you',
  slug: 'after-a-motorcycle-accident',
  excerpt: doc(
    p(
      'A helmet that has hit the road has done its job ',
      marked('once', 'bold'),
      '. What riders should check, keep and claim for.',
    ),
    p('Written for riders, useful for anyone who finds one at the roadside.'),
  ),
  featuredImage: assetLink('green-bike'),
  publishedDate: '2026-02-10T08:00:00.000Z',
  author: 'Priya Nair',
  content: doc(
    p(
      'Riders fall further and slide longer than a dented car suggests. So the order of things is a little different on two wheels.',
    ),
    h(1, 'You first'),
    ol(
      li('Get off the carriageway if you can move without pain.'),
      li('Call 999 if you are hurt, or if anyone else is.'),
      li(
        'Leave the helmet on a rider who is lying down.',
        ul(
          'Take it off only if they cannot breathe.',
          'Keep their head still and talk to them until help comes.',
        ),
      ),
      li('See a doctor the same day, even if you feel fine. Shock hides pain.'),
    ),
    h(1, 'Then the kit'),
    p(
      'Helmets are made to take one blow. Replace yours after any impact, and ',
      marked('keep the old one', 'bold', 'underline'),
      ' until the claim is closed.',
    ),
    ul(
      'Photograph every scrape on the helmet, jacket, gloves, trousers and boots.',
      'Find receipts, or bank statements that show the purchase.',
      'Do not wash or mend anything yet.',
    ),
    quote('Kit is property. Damage to it belongs in the claim along with damage to the bike.'),
    h(1, 'Then the bike'),
    p(
      'A bike that rolls is not always a bike that is safe. Damage to forks, frame and steering head hides well.',
    ),
    ul(
      'Do not ride it home.',
      'Ask for recovery. Secure storage keeps it dry and untouched until the engineer has seen it.',
    ),
    hr(),
    h(1, 'Getting about'),
    p(
      'Tell us what you ride and what you need it for. If a bike is how you get to work, say so. A car may do for a while, if you hold the licence.',
    ),
    p(''),
  ),
});
