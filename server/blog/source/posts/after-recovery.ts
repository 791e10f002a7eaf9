import { assetLink, blogPost } from './format.ts';
import { doc, h, li, link, marked, ol, p, postMention, quote, ul } from './rich-text.ts';

export const afterRecovery = blogPost('post-after-recovery', {
  title: 'Where does your vehicle go after recovery?',
  slug: 'where-your-vehicle-goes-after-recovery',
  excerpt:
    'The truck drives off with your car on its bed. What happens next, what to take out first, and whom to ask.',
  featuredImage: assetLink('green-truck'),
  publishedDate: '2026-07-21T08:15:00.000Z',
  author: 'Rowan Ellis',
  content: doc(
    p(
      'It is an odd moment: a stranger takes your car away and leaves you on the pavement. Here is what happens to it from there.',
    ),
    h(1, 'Before the truck leaves'),
    ol(
      li(
        'Take out what you need today.',
        ul(
          'Phone, wallet and medicines',
          'House keys, if they are on the same ring',
          'Child seats',
        ),
      ),
      'Leave the car key with the driver. The vehicle has to be moved and inspected.',
      'Ask for the driver’s name and where the vehicle is going. Write both down.',
      'Take one last photo of each side.',
    ),
    p(
      marked('A child seat that was in a crash should not be used again', 'bold'),
      ', even if it looks fine. Keep it for the claim.',
    ),
    h(1, 'On the way and in storage'),
    p(
      'We arrange recovery at any hour of the day, and the vehicle goes into secure storage. Nothing is repaired there. It waits for the engineer.',
    ),
    quote(
      'Storage is a waiting room. The sooner the inspection, the sooner you have your vehicle back.',
    ),
    h(1, 'If it was recovered by somebody else'),
    p(
      'The police sometimes have a vehicle moved at once, for instance from a motorway. It is then kept by a company that the police chose.',
    ),
    ul(
      'Ask the police, on 101, where it is.',
      'Storage there is charged by the day, so call us the same day.',
      'Do not sign the vehicle away. You are still its owner.',
    ),
    h(1, 'What comes next'),
    p(
      'First the inspection: ',
      postMention('post-engineer'),
      '. Then the repair, at an ',
      link('/bodyshop-repairs', 'approved bodyshop'),
      '.',
    ),
  ),
});
