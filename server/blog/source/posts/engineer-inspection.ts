import { assetLink, blogPost } from './format.ts';
import { doc, h, link, marked, p, postCard, quote, table, ul } from './rich-text.ts';

export const engineerInspection = blogPost('post-engineer', {
  title: 'What an independent engineer looks for',
  slug: 'what-an-independent-engineer-looks-for',
  excerpt:
    'Panel gaps, paint depth and the parts you cannot see: what goes into the report to the insurers, and why it helps you.',
  featuredImage: assetLink('sand-suv'),
  publishedDate: '2026-08-18T09:00:00.000Z',
  author: 'Tom Ashdown',
  content: doc(
    p(
      'Before a repair starts, an independent engineer inspects your vehicle and reports to the insurers. The report answers three questions. ',
      'What was damaged? What will it take to put right? Is it worth repairing?',
    ),
    h(1, 'At the inspection'),
    p(
      'The engineer works from the outside in. You do not have to be there, but two things help: a clean vehicle and your photos.',
    ),
    h(2, 'The outside'),
    p(
      'Every panel is looked at, also on the side that was not hit. A knock at the back can move a door at the front.',
    ),
    h(3, 'Panels'),
    p(
      'Gaps between panels should be even. A gap that narrows towards one end says that something behind it has moved.',
    ),
    h(4, 'Paint'),
    p('A gauge reads how thick the paint is without harming it.'),
    h(5, 'The unit'),
    p(
      'Readings are in micrometres. One micrometre is 10',
      marked('-6', 'superscript'),
      ' metres, a thousandth of a millimetre.',
    ),
    h(6, 'The meaning'),
    p(
      'A reading far above its neighbours suggests an older repair. The report keeps old and new damage apart.',
    ),
    h(2, 'The parts you cannot see'),
    ul(
      'Bumper supports, crash boxes and the structure behind them',
      'Wheels, steering and suspension',
      'Seat belts and airbags',
      'Cameras and sensors for parking, braking and lane keeping',
    ),
    p(
      'The engineer also reads fault codes from the vehicle, such as ',
      marked('C1A67', 'code'),
      '. Each maker has its own list, so a code is a hint and not a verdict.',
    ),
    h(1, 'Repair or write-off'),
    p('The report compares two sums:'),
    table(
      ['Sum', 'What it is'],
      [
        p('V', marked('1', 'subscript'), ', the value before'),
        'What your vehicle was worth just before the accident',
      ],
      [p('R, the repair'), 'Parts, paint, labour and recalibration'],
    ),
    p(
      'When R comes close to V',
      marked('1', 'subscript'),
      ', a repair may not make sense. The insurers then talk about paying the value instead.',
    ),
    quote('The engineer works for neither driver. That is what makes the report worth having.'),
    h(1, 'What you can do'),
    ul(
      'Say what you heard and felt, such as a new noise or a pull to one side.',
      'Mention older damage yourself. It will be seen anyway.',
      'Ask for a copy of the report.',
    ),
    p(
      'After the report, an approved bodyshop does the work with branded parts. See ',
      link('/bodyshop-repairs', 'bodyshop repairs'),
      '.',
    ),
    postCard('post-roadside-photos'),
  ),
});
