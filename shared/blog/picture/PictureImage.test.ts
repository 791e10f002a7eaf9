import { expect, test } from 'vitest';
import { socialImage } from './images-api.ts';
import {
  isSmallerThanSlot,
  type Placement,
  pictureAttributes,
  pictureUrl,
} from './PictureImage.tsx';

const HOSTED = 'https://images.ctfassets.net/space/id/token/car.jpg';

test.each<[string, Placement, string]>([
  [HOSTED, 'card', `${HOSTED}?w=800&fm=webp&q=70&fit=thumb`],
  [HOSTED, 'cover', `${HOSTED}?w=800&h=400&fm=webp&q=70&fit=fill`],
  [HOSTED, 'text', `${HOSTED}?w=800&fm=webp&q=70`],
  [
    '//images.ctfassets.net/a/car.jpg',
    'card',
    '//images.ctfassets.net/a/car.jpg?w=800&fm=webp&q=70&fit=thumb',
  ],
  [`${HOSTED}?v=2&w=50`, 'card', `${HOSTED}?v=2&w=800&fm=webp&q=70&fit=thumb`],
  [`${HOSTED}#top`, 'text', `${HOSTED}?w=800&fm=webp&q=70`],
  ['/covers/day-hatch.svg', 'cover', '/covers/day-hatch.svg'],
  ['//downloads.ctfassets.net/a/huge.png', 'text', '//downloads.ctfassets.net/a/huge.png'],
])('%s as %s is asked for as %s', (url, placement, address) => {
  expect(pictureUrl(url, placement)).toBe(address);
});

test('phones may take half the width in the same proportions', () => {
  const { srcSet } = pictureAttributes({ url: HOSTED, width: 1600, height: 900, alt: '' }, 'cover');
  expect(srcSet).toBe(
    `${HOSTED}?w=400&h=200&fm=webp&q=70&fit=fill 400w, ${HOSTED}?w=800&h=400&fm=webp&q=70&fit=fill 800w`,
  );
});

test('width and height are those of the requested picture', () => {
  const picture = { url: HOSTED, width: 1600, height: 900, alt: '' };
  expect(pictureAttributes(picture, 'card')).toMatchObject({ width: 800, height: 450 });
  expect(pictureAttributes(picture, 'cover')).toMatchObject({ width: 800, height: 400 });
  expect(pictureAttributes({ ...picture, width: null, height: null }, 'cover')).toMatchObject({
    width: 800,
    height: 400,
  });
  expect(
    pictureAttributes({ ...picture, width: null, height: null }, 'text').width,
  ).toBeUndefined();
  expect(
    pictureAttributes({ ...picture, url: '/covers/x.svg', width: 800, height: 440 }, 'cover'),
  ).toEqual({
    src: '/covers/x.svg',
    width: 800,
    height: 440,
  });
});

const SITE_URL = 'https://www.firm.example';

test('a small picture is shared without a size, and a drawing not at all', () => {
  const picture = { url: '//images.example/a.png', width: 800, height: 400, alt: 'A car' };
  expect(socialImage(picture, SITE_URL)).toEqual({
    url: 'https://images.example/a.png?w=1200&h=630&fit=fill&fm=jpg&q=70',
    alt: 'A car',
  });
  expect(socialImage({ ...picture, asIs: true }, SITE_URL)).toBeNull();
});

test('a picture of the site itself is shared at its own address and size', () => {
  const picture = { url: '/media/car.0123.png', width: 800, height: 400, alt: 'A car' };
  expect(socialImage(picture, SITE_URL)).toEqual({ ...picture, url: `${SITE_URL}${picture.url}` });
});

test('a picture smaller than its place keeps its own size', () => {
  const small = { url: HOSTED, width: 64, height: 48, alt: '' };
  for (const placement of ['card', 'cover', 'text'] as const) {
    expect(pictureAttributes(small, placement)).toEqual({
      src: `${HOSTED}?w=64&fm=webp&q=70`,
      width: 64,
      height: 48,
    });
    expect(isSmallerThanSlot(small, placement)).toBe(true);
    expect(isSmallerThanSlot({ ...small, width: 800 }, placement)).toBe(false);
    expect(isSmallerThanSlot({ ...small, width: null }, placement)).toBe(false);
  }
  expect(isSmallerThanSlot({ ...small, width: 500 }, 'card')).toBe(false);
});

test('a drawing or an animation is passed on as it is', () => {
  const drawing = { url: HOSTED, width: 900, height: 300, alt: '', asIs: true as const };
  expect(pictureAttributes(drawing, 'cover')).toEqual({ src: HOSTED, width: 900, height: 300 });
});
