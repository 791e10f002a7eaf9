import { assetLink, blogPost } from './format.ts';
import { asset, doc, h, link, marked, p, table, ul } from './rich-text.ts';

export const vanOffTheRoad = blogPost('post-van', {
  title: 'Your van is off the road: keeping the work going',
  slug: 'your-van-is-off-the-road',
  excerpt:
    'Tools inside, jobs booked, and a van that will not move. What to do in the first hour and in the first day.',
  featuredImage: assetLink('sand-van'),
  publishedDate: '2026-01-13T06:45:00.000Z',
  content: doc(
    p(
      'A van is a tool, a store and an advertisement. When somebody hits it, all three stop at once. Work through these two lists.',
    ),
    h(1, 'The first hour'),
    ul(
      'Exchange details, take photos and note what happened, as after any accident.',
      'Photograph the load and the racking as well. Say in the notes what was broken.',
      'Take tools and goods of value with you before the van is recovered, if that is safe.',
      'Ring the customer you were driving to. A time they can rely on matters more than an excuse.',
    ),
    h(1, 'The first day'),
    p(
      'Tell us what the replacement has to do. “A van” is too little to go on. Useful answers look like this:',
    ),
    table(
      ['We ask', 'A useful answer'],
      ['How much does it carry?', '6 sheets of plywood, flat, and about 400 kg'],
      ['What is it towing?', 'A braked trailer, 1.5 tonnes'],
      ['Who drives it?', 'Me and one employee, both over 25'],
      ['Where is it kept?', 'On the drive, locked'],
    ),
    asset('sand-minibus'),
    p('The same goes for minibuses. Tell us how many seats you need and who may drive them.'),
    h(1, 'Keep a record of the cost'),
    p(
      'Jobs lost, deliveries paid for, a day’s wages for someone who could not work: write them down ',
      marked('as they happen', 'italic'),
      '. Invoices and messages are better than a figure made up later.',
    ),
    p(
      'Fleet or one van, the first call is the same. Have the registration, the place and the other driver’s details to hand, and ',
      link('/contact', 'contact us'),
      '.',
    ),
  ),
});
