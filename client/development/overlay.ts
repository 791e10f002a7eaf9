const STYLE = `:host { position: fixed; inset: 0; box-sizing: border-box; width: auto; height: auto;
  max-width: none; max-height: none; margin: 0; padding: 2rem; border: 0; border-top: 6px solid
  #ff6b6b; overflow: auto; background: rgb(12 14 18 / .95); color: #f1f3f5; white-space: pre-wrap;
  font: 15px/1.6 ui-monospace, monospace; }`;

const host = document.createElement('dev-overlay');
host.popover = 'manual'; // above everything else
const root = host.attachShadow({ mode: 'open' });
// The page's content security policy forbids style elements.
const style = new CSSStyleSheet();
style.replaceSync(STYLE);
root.adoptedStyleSheets = [style];
addEventListener('keydown', ({ key }) => key === 'Escape' && host.remove());

/** Shows these problems over the page until Escape is pressed or there are none. */
export function show(problems: string[]): void {
  host.remove();
  if (problems.length === 0) return;
  root.textContent = problems.join('\n\n\n');
  document.documentElement.append(host);
  host.showPopover();
}
