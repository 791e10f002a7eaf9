import { assetLink, blogPost } from './format.ts';
import { asset, doc, fileLink, h, li, link, marked, ol, p, postMention, ul } from './rich-text.ts';

export const roadsidePhotos = blogPost('post-roadside-photos', {
  title: 'Ten photos worth taking at the roadside',
  slug: 'ten-photos-worth-taking-at-the-roadside',
  excerpt:
    'A phone camera is the best witness you have. These are the pictures an engineer and an insurer ask for first.',
  featuredImage: assetLink('night-hatch'),
  publishedDate: '2026-09-22T07:45:00.000Z',
  author: 'Priya Nair',
  content: doc(
    p(
      marked('Safety first.', 'bold'),
      ' If anyone is hurt or in danger, call ',
      link('tel:999', '999'),
      '. Never stand in a live lane for a photo. On a motorway, stay behind the barrier and leave the camera in your pocket.',
    ),
    p(
      'If it is safe, ten photos take about three minutes. Take them before the vehicles are moved, if that is safe too.',
    ),
    h(1, 'The list'),
    ol(
      li(
        'The whole scene, from one direction.',
        ul(
          'Step back until both vehicles and the lane markings are in the picture.',
          'Take one more with the zoom.',
        ),
      ),
      'The whole scene again, from the other direction.',
      'Both number plates, in one picture if you can.',
      li(
        'The damage to your vehicle from three metres away.',
        ul('Walk round it and take all four sides, even the clean ones.'),
      ),
      'The same damage close up, with a hand or a coin for scale.',
      'The damage to the other vehicle.',
      'The wheels: where they point and where they stopped.',
      li(
        'Marks on the road.',
        ul(
          'Tyre marks',
          'Glass and plastic',
          li('Liquids', ol('Oil is dark and shiny.', 'Coolant is green, pink or blue.')),
        ),
      ),
      'Signs, lights and anything that hides the view, such as a hedge or a parked lorry.',
      'Cameras nearby: shops, houses, buses. Footage is often deleted within days.',
    ),
    asset('photo-positions'),
    h(1, 'What to write down'),
    p(
      'A photo shows what, and a note says when and who. Write down the date, time and place, and how it happened.',
    ),
    p(
      'Exchange names, addresses, phone numbers and vehicle details. We made a ',
      fileLink('details-card', 'one-page card for the glovebox'),
      ' with a line for each of them:',
    ),
    asset('details-card'),
    h(1, 'What not to do with them'),
    ul(
      'Do not post them online. They may be used as evidence.',
      'Do not edit, crop or filter them. Send the originals.',
      'Do not photograph injured people.',
    ),
    p('Next, read what happens to your pictures: ', postMention('post-engineer'), '.'),
  ),
});
