import { assetLink, blogPost } from './format.ts';
import { doc, h, link, marked, ol, p, postLink, quote, ul } from './rich-text.ts';

export const privateHire = blogPost('post-private-hire', {
  title: 'Taxi and private-hire drivers: when your cab is off the road',
  slug: 'taxi-and-private-hire-drivers',
  excerpt:
    'An ordinary hatchback is no use if you work on a plate. What to ask for, and what to have ready when you call.',
  featuredImage: assetLink('sand-taxi'),
  publishedDate: '2026-06-30T06:30:00.000Z',
  author: 'Rowan Ellis',
  content: doc(
    p(
      'For most drivers a damaged car is a nuisance. For a taxi or private-hire driver it is the end of the day’s work. ',
      'The accident steps are the same as for everyone. What follows is not.',
    ),
    h(1, 'Say what you drive in the first sentence'),
    p(
      'When you call, begin with ',
      marked('“I drive a licensed vehicle”', 'bold'),
      ' and the name of your licensing authority. It decides which replacement is any use to you.',
    ),
    h(1, 'Have these ready'),
    ol(
      'Your driving licence and your badge number',
      'The plate number of the damaged vehicle and the date it runs out',
      'Your hire-and-reward insurance certificate',
      'Your operator’s name, if you work through one',
    ),
    h(1, 'Questions to ask about the replacement'),
    ul(
      'Is it licensed by my authority, or can it be?',
      'Is it insured for hire and reward?',
      'Does it have the seats, or the wheelchair access, that my work needs?',
      'When will it reach me?',
    ),
    quote(
      'A passenger may only be carried for hire in a licensed vehicle. Check before the first fare, not after it.',
    ),
    h(1, 'Show what you earn'),
    p(
      'Time off the road costs money, and a claim for it needs proof. Keep ',
      marked('every', 'underline'),
      ' booking record, statement and tax return for the months before the accident. Figures from memory are rarely accepted.',
    ),
    p(
      'A replacement keeps that loss small. Ours are grade A, under 3 years old and fully comprehensively insured. ',
      'How they are paid for is in ',
      postLink('post-credit-hire', 'credit hire in plain English'),
      '.',
    ),
    h(1, 'Tell your authority'),
    p(
      'Many licensing authorities want to hear of accident damage within a set time. Look in your licence conditions, or ask them.',
    ),
    p(
      'Then tell us where the vehicle is. ',
      link('/contact', 'Request a callback'),
      ' or use the number at the top of this page.',
    ),
  ),
});
