/** Address of the stylesheet with the rules of all pages; the build writes it in. */
declare const STYLESHEET: string;

/**
 * A page carries its own rules. This fetches those of all pages, before the router can show another
 * page.
 */
export function loadStylesheet(): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = STYLESHEET;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`Loading ${STYLESHEET} failed.`));
    document.head.append(link);
  });
}
