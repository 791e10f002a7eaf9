import { lazyPart } from '../site/lazy-page.tsx';

/** The form at the end of the home page. */
export const CallbackPart = lazyPart('contact', async () => {
  const { CallbackSection } = await import('../callback/CallbackSection.tsx');
  return CallbackSection;
});
