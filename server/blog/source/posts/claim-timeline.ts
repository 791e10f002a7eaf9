import { assetLink, blogPost } from './format.ts';
import { doc, h, link, marked, p, postLink, table, ul } from './rich-text.ts';

export const claimTimeline = blogPost(
  'post-claim-timeline',
  {
    title: 'How long does a claim take?',
    slug: 'how-long-does-a-claim-take',
    excerpt:
      'The claims process takes 2–4\u00a0weeks. Here is what happens in that time, and what holds it up.',
    featuredImage: assetLink('day-suv'),
    publishedDate: '2026-03-24T09:30:00.000Z',
    author: 'Tom Ashdown',
    content: doc(
      p(
        'The claims process takes 2–4\u00a0weeks when fault is accepted. Most of that time is spent waiting for an answer from somebody. You can shorten some of the waits.',
      ),
      h(1, 'What happens, in order'),
      table(
        ['When', 'What', 'Who'],
        ['At once', 'Recovery and secure storage, if the vehicle cannot be driven', 'We do'],
        ['About 10 hours', 'A replacement vehicle reaches you', 'We do'],
        ['First days', 'Inspection and report to the insurers', 'Independent engineer'],
        ['After the report', 'The other insurer says whether it accepts fault', 'At-fault insurer'],
        ['After the go-ahead', 'Repair with branded parts', 'Approved bodyshop'],
        ['Last', 'Costs are recovered', 'We do, from the at-fault insurer'],
      ),
      h(1, 'What holds it up'),
      ul(
        'The other driver tells a different story.',
        'A part is on back order.',
        'Nobody wrote down the registration of the other vehicle.',
        'Forms and letters wait on a kitchen table.',
      ),
      h(1, 'What speeds it up'),
      ul(
        'Names, addresses and registrations, taken at the roadside',
        'Photos of the scene: our list has ten',
        'Witnesses who can be reached by phone',
        'Answers on the same day',
      ),
      p(
        'The list of photos is in ',
        postLink('post-roadside-photos', 'ten photos worth taking at the roadside'),
        '. The rest is on our ',
        link('/accident', 'accident page'),
        ', which prints on one sheet.',
      ),
      h(1, 'When it takes longer'),
      p(
        'The 2–4\u00a0weeks are for a claim that nobody disputes. It takes ',
        marked('longer', 'italic'),
        ' if fault is disputed or somebody was hurt. Your replacement is there so that daily life does not have to wait. Ask us where your claim stands at any time.',
      ),
    ),
  },
  '2026-04-02T11:20:00.000Z',
);
