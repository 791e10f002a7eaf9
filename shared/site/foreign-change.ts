/**
 * Tells whether React failed to change the page because something else had changed it: an
 * extension, or a translator, took away a node that React knows.
 */
export function isForeignChange(error: unknown): boolean {
  return (
    error instanceof DOMException && ['NotFoundError', 'HierarchyRequestError'].includes(error.name)
  );
}

/** The URL of the page as it was loaded. */
const loadedAddress = globalThis.location?.href;

/**
 * Loads the page of the current address from the server. An entry of the history that fails as soon
 * as it was loaded is loaded once again and no more: otherwise a browser could do so for ever.
 */
export function loadAfterForeignChange(): void {
  tolerateChanges();
  const { state } = history;
  if (location.href === loadedAddress && state?.isLoadedAgain) return;
  try {
    history.replaceState({ ...state, isLoadedAgain: true }, '');
    location.reload();
  } catch {} // Safari allows 100 of these in 10 s: the message of the failure stays
}

let isTolerating = false;

/**
 * Lets React put the message of the failure into the page: from now on a change that cannot be made
 * is no error. Otherwise each try would fail like the one before, without end.
 */
function tolerateChanges(): void {
  if (isTolerating) return;
  isTolerating = true;
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  const tryTo = <T extends Node>(change: () => unknown, node: T): T => {
    try {
      change();
    } catch {}
    return node;
  };
  Object.assign(Node.prototype, {
    appendChild(this: Node, node: Node) {
      return tryTo(() => appendChild.call(this, node), node);
    },
    insertBefore(this: Node, node: Node, before: Node | null) {
      const place = before?.parentNode === this ? before : null;
      return tryTo(() => insertBefore.call(this, node, place), node);
    },
    removeChild(this: Node, node: Node) {
      return tryTo(() => removeChild.call(this, node), node);
    },
  });
}
