/** Of a page that is shared: `build/artwork/make-pictures.ts` draws them, 1200 by 630 pixels. */
export interface SocialPicture {
  /** Of a PNG in `public/`. */
  path: string;
  alt: string;
}

// Those that several pages share. They carry no company fact, since those come from the
// configuration.

export const HOME_PICTURE: SocialPicture = {
  path: '/social/home.png',
  alt: 'A yellow recovery truck carries a white car past a road sign: Not your fault? We’ll take it from here.',
};

export const BLOGS_PICTURE: SocialPicture = {
  path: '/social/blogs.png',
  alt: 'A minibus at night by a road sign: Our Blog. News, tips and insights',
};

export const LEGAL_PICTURE: SocialPicture = {
  path: '/social/legal.png',
  alt: 'A black taxi by a road sign: Terms, complaints and privacy',
};
