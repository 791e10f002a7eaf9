const own = document.querySelector('script[type=module][src]')?.getAttribute('src');
const loaded = location.href;

/**
 * A server of another build is answering, which this page may not understand: from now on links load
 * pages in full. If the visitor has come to this page without a load, it is loaded now; a page that
 * was loaded is not loaded again, or a deploy could send it round in circles.
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
