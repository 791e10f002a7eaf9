import { assetLink, blogPost } from './format.ts';
import { asset, doc, h, link, marked, p, postLink, table, ul } from './rich-text.ts';

export const glovebox = blogPost('post-glovebox', {
  title: 'Seven things for the glovebox',
  slug: 'seven-things-for-the-glovebox',
  excerpt: 'None of them costs much, and all of them are hard to find at the roadside in the rain.',
  featuredImage: assetLink('night-suv'),
  publishedDate: '2026-04-21T07:30:00.000Z',
  author: 'Priya Nair',
  content: doc(
    p(
      'After an accident your hands shake and your phone is at 4%. A few things in the glovebox make the next half hour easier.',
    ),
    table(
      ['What', 'Why'],
      ['Pen and paper', 'They work in the cold and need no battery'],
      ['Accident details card', 'It asks the questions for you'],
      ['Charging cable', 'Your phone is camera, torch and telephone in one'],
      ['Hi-vis vest', 'You want to be seen before you are heard'],
      ['Torch', 'For number plates and small print'],
      ['Insurer’s name and policy number', 'The other driver will ask for them'],
      ['Gloves and a blanket', 'Waiting is colder than driving'],
    ),
    h(1, 'Print the card'),
    p('Ours has one page, a line for each detail and no advertising:'),
    asset('details-card'),
    h(1, 'What to leave at home'),
    ul(
      p(
        'Documents that prove who owns the car, ',
        marked('above all the V5C log book', 'underline'),
      ),
      'Spare keys',
      'Anything with your address on it that a thief could use',
    ),
    p(
      'The card covers what to write down. For what to photograph, read ',
      postLink('post-roadside-photos', 'ten photos worth taking at the roadside'),
      '. For the order of things, see our ',
      link('/accident', 'accident page'),
      '.',
    ),
    p(''),
  ),
});
