import { expect, test } from 'vitest';
import * as about from './pages/About.tsx';
import type { PageModule } from './site/lazy-page.tsx';

// Compiling this file is the test of the types: an error that is expected and does not come is one.
test('the types refuse a page under the id of another, without metadata or without an address', () => {
  expect(about satisfies PageModule<'about'>).toBeDefined();
  // @ts-expect-error: these are the words and the stylesheet of About
  expect(about satisfies PageModule<'accident'>).toBeDefined();
  // @ts-expect-error: it says nothing of itself
  expect({ Page: about.Page } satisfies PageModule<'about'>).toBeDefined();
  // @ts-expect-error: no address has this id
  expect(about satisfies PageModule<'why-us'>).toBeDefined();
});
