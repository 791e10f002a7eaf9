const own = document.querySelector('script[type=module][src]')?.getAttribute('src');
const loaded = location.href;

/**
 * A server of another build answers this page, which may not understand it: from now on links load
 * pages in full. A page that the visitor has come to without a load is loaded now; the page that
 * was loaded is not, or a deploy could send it round in circles.
 * @param script of the server's build
 * @returns whether this page is being left
 */
export function leaveForOtherBuild(script: string): boolean {
  if (script === own) return false;
  addEventListener('click', keepFromRouter, true);
  if (location.href === loaded) return false;
  location.reload();
  return true;
}

function keepFromRouter(event: Event): void {
  if (event.target instanceof Element && event.target.closest('a[href]')) event.stopPropagation();
}
