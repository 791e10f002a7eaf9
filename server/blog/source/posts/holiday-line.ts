import { assetLink, blogPost } from './format.ts';

export const holidayLine = blogPost('post-holiday-line', {
  title: 'Christmas and New Year: we are here',
  slug: 'christmas-and-new-year',
  excerpt:
    'Recovery and our 24-hour helpline run 24/7, and that includes Christmas Day and New Year’s Day. ' +
    'Roads are dark, wet and busy in these weeks, so leave more room than you think you need. If somebody hits you all the same, ' +
    'look after the people first. Then call us, at any hour.',
  featuredImage: assetLink('night-truck'),
  publishedDate: '2025-12-15T16:00:00.000Z',
  author: 'Rowan Ellis',
});
