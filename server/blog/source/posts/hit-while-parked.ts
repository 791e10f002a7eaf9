import { assetLink, blogPost } from './format.ts';
import { doc, h, link, marked, ol, p, postCard, ul } from './rich-text.ts';

export const hitWhileParked = blogPost('post-hit-while-parked', {
  title: 'Hit while parked? Start here',
  slug: 'hit-while-parked',
  excerpt:
    'You come back to a dent and no note on the windscreen. The first four things to do, and one thing to leave.',
  featuredImage: assetLink('day-hatch'),
  publishedDate: '2026-05-12T10:15:00.000Z',
  author: 'Priya Nair',
  content: doc(
    p(
      'A parked car cannot be at fault, as a rule. But somebody has to be found to pay. The first hour matters most.',
    ),
    h(1, 'Do these four things'),
    ol(
      'Look for a note, also under the other wiper and on the ground.',
      'Take photos before you move: the damage, paint of another colour, broken plastic, your position.',
      'Ask around. Shops, houses and parked cars may have cameras, and footage is often deleted within days.',
      'Note the date, time and place, and when you last saw the vehicle unharmed.',
    ),
    p(
      marked('Polish it out and forget about it.', 'strikethrough'),
      ' Leave the damage alone until it has been inspected.',
    ),
    h(1, 'If there is a note or a number plate'),
    p(
      'Write down the registration, make, model and colour. You can look up whether a vehicle is insured at ',
      link('https://www.askmid.com/', 'askMID'),
      '. Then call us: with a known driver this is an ordinary non-fault claim.',
    ),
    h(1, 'If nobody left anything'),
    p(
      'A driver who hits a parked vehicle must stop and leave their details. One who did not must report it to the police ',
      'within 24 hours. So report it too:',
    ),
    ul(
      'Call 101, or use the website of your local police. Keep the reference.',
      'Tell your own insurer. Most policies ask you to, whether you claim or not.',
    ),
    p(
      'The ',
      link('https://www.mib.org.uk/', 'Motor Insurers’ Bureau'),
      ' looks at claims where the driver cannot be traced. Whether it pays for damage depends on the case and on its rules.',
    ),
    h(1, 'If it still drives'),
    p(
      'Check lights, tyres and number plates first. A vehicle with a broken light or a sharp edge should not be on the road. ',
      'If in doubt, have it recovered. Recovery is available 24/7.',
    ),
    postCard('post-no-claims'),
    p(''),
  ),
});
