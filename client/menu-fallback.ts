/**
 * Runs the menu in a browser without popovers (before Safari 17, Chrome 114 and Firefox 125), where
 * shared/navigation/nav.css makes it a part of the page. Its button opens it; the button, Escape, a
 * tap outside and a followed link close it.
 */
export function menuWithoutPopover(): void {
  let open = false;
  const show = (opened: boolean) => {
    open = opened;
    document.querySelector('.nav')?.toggleAttribute('hidden', !open);
    document.querySelector('.burger')?.setAttribute('aria-expanded', String(open));
  };
  show(false);
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('.burger')) show(!open);
    else if (!target.closest('.nav') || target.closest('a')) show(false);
  });
  addEventListener('popstate', () => show(false));
  addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key !== 'Escape' || defaultPrevented || !open) return;
    show(false);
    document.querySelector<HTMLElement>('.burger')?.focus();
  });
}
