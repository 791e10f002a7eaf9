import { Suspense } from 'react';
import { Lazy, lazySection } from '../site/lazy-page.tsx';

const CallbackChunk = lazySection('contact', async () => {
  const { CallbackSection } = await import('./CallbackSection.tsx');
  return CallbackSection;
});

/** The code of `CallbackEnding`, for the `parts` of a page. */
export const CALLBACK_PARTS = [CallbackChunk];

/** The callback form at the end of a page. Its code comes after the page's own. */
export function CallbackEnding() {
  return (
    <Suspense>
      <Lazy chunk={CallbackChunk} />
    </Suspense>
  );
}
