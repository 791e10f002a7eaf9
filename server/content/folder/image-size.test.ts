import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readImageHeader } from './image-size.ts';

const canvas = (alpha = 1) =>
  sharp({
    create: { width: 30, height: 20, channels: 4, background: { r: 1, g: 2, b: 3, alpha } },
  });

describe('readImageHeader', () => {
  test.each([
    ['image/png', () => canvas().png()],
    ['image/jpeg', () => canvas().jpeg()],
    ['image/jpeg', () => canvas().jpeg({ progressive: true })],
    ['image/webp', () => canvas().removeAlpha().webp()],
    ['image/webp', () => canvas(0.5).webp()],
    ['image/webp', () => canvas().webp({ lossless: true })],
    ['image/avif', () => canvas().avif()],
  ])('reads type and size of %s', async (contentType, picture) => {
    const bytes = await picture().toBuffer();
    expect(readImageHeader(bytes)).toEqual({ contentType, width: 30, height: 20 });
  });

  test('reads the size of a photo as browsers turn it', async () => {
    const bytes = await canvas().jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(readImageHeader(bytes)).toMatchObject({ width: 20, height: 30 });
  });

  test.each([
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20px"/>',
    '\uFEFF<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC "a" "b">\n<svg viewBox="0 0 30 20">',
    '<svg width="100%" height="auto" viewBox="0,0,30,20">',
  ])('reads the size of the drawing %s', (svg) => {
    expect(readImageHeader(Buffer.from(svg))).toEqual({
      contentType: 'image/svg+xml',
      width: 30,
      height: 20,
    });
  });

  test.each([
    '',
    'GIF89a',
    '<html><svg width="1" height="1">',
    '<svg>',
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff',
    'RIFFxxxxWEBPVP8 ',
  ])('refuses %j', (text) => {
    expect(readImageHeader(Buffer.from(text, 'latin1'))).toBeNull();
  });

  test('survives a picture that ends at any byte', async () => {
    for (const picture of [canvas().png(), canvas().jpeg(), canvas().avif(), canvas(0.5).webp()]) {
      const bytes = await picture.toBuffer();
      for (let end = 0; end < Math.min(bytes.length, 400); end += 1)
        expect(() => readImageHeader(bytes.subarray(0, end))).not.toThrow();
    }
  });
});
