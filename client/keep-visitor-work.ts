type Field = HTMLInputElement | HTMLTextAreaElement;

/** The place of an element among all that a selector finds, in the order of the page. */
interface Place {
  selector: string;
  index: number;
}

/** Elements that can be typed into, ticked, opened or focused. */
const USED = 'a, button, details, input, summary, textarea';

/** Tags that only the server writes and no navigation changes. */
const SERVER_TAGS =
  'link:not([rel="canonical"],[rel="prev"],[rel="next"],[rel="stylesheet"]),meta[name="theme-color"]';

/**
 * Keeps what the visitor did before React took over the page. Where something else has changed the
 * page meanwhile, such as a translator or a password manager, React removes that part, or all of
 * the page, and makes it anew (https://react.dev/errors/418). What was removed still holds what was
 * typed, ticked and opened: that is put into what came in its place, and so are the focus and the
 * tags and attributes that React does not know. The first navigation ends it.
 */
export function keepVisitorWork(): void {
  const { pathname } = location;
  const { documentElement: root, body } = document;
  const places = placesOf(document.querySelectorAll(USED));
  const openMenus = new Set(
    'popover' in root ? document.querySelectorAll(':popover-open') : undefined,
  );
  let focused = document.activeElement;

  const listening = new AbortController();
  const listen = (type: string, listener: (event: Event) => void) =>
    document.addEventListener(type, listener, { capture: true, signal: listening.signal });
  listen('focusin', ({ target }) => {
    focused = target as Element;
  });
  // A removed element loses the focus, but not because of the visitor.
  listen('focusout', () =>
    queueMicrotask(() => {
      if (focused?.isConnected) focused = document.activeElement;
    }),
  );
  listen('toggle', ({ target, newState }: Event & Partial<ToggleEvent>) => {
    if (newState === 'open') openMenus.add(target as Element);
    else openMenus.delete(target as Element);
  });

  /** Removed elements without a successor: the code of their section may be on its way. */
  const waiting = new Set<Element>();

  const successors = new WeakMap<Element, Element>();
  /** Returns the element that replaced a removed one. */
  const successorOf = (old: Element): Element | null => {
    const place = places.get(old);
    const known = successors.get(old);
    if (!place || known) return known ?? null;
    const made = document.querySelectorAll(place.selector)[place.index];
    if (!made || places.has(made)) return null;
    places.set(made, place);
    successors.set(old, made);
    return made;
  };

  const watch = new MutationObserver((changes) => {
    if (location.pathname !== pathname) {
      watch.disconnect();
      listening.abort();
      return;
    }
    const removed = changes
      .flatMap(({ removedNodes }) => [...removedNodes])
      .filter((node): node is Element => node instanceof Element && !node.isConnected);
    if (removed.some(({ nodeName }) => nodeName === 'TITLE')) {
      restoreAttributes(changes);
      document.head.append(...removed.filter((tag) => tag.matches(SERVER_TAGS)));
    }
    for (const part of removed)
      for (const old of [part, ...part.querySelectorAll(USED)])
        if (places.has(old)) waiting.add(old);
    for (const old of waiting) {
      const made = successorOf(old);
      if (!made) continue;
      waiting.delete(old);
      restore(old, made);
    }
    for (const menu of openMenus) {
      if (menu.isConnected) continue;
      openMenus.delete(menu);
      document.getElementById(menu.id)?.showPopover();
    }
    if (focused && !focused.isConnected) restoreFocus(focused, successorOf(focused));
  });
  watch.observe(document, { childList: true, subtree: true });
  for (const part of [root, body])
    watch.observe(part, { childList: true, attributes: true, attributeOldValue: true });
}

function placesOf(elements: Iterable<Element>): Map<Element, Place> {
  const counts = new Map<string, number>();
  const places = new Map<Element, Place>();
  for (const element of elements) {
    const selector = selectorOf(element);
    const index = counts.get(selector) ?? 0;
    counts.set(selector, index + 1);
    places.set(element, { selector, index });
  }
  return places;
}

/** Returns a selector of features that a visitor sees, so that an inserted node cannot match it. */
function selectorOf(element: Element): string {
  for (const name of ['id', 'data-note', 'href']) {
    const value = element.getAttribute(name);
    if (value) return `${element.localName}[${name}="${CSS.escape(value)}"]`;
  }
  return element.localName;
}

function restore(old: Element, made: Element): void {
  if (old instanceof HTMLDetailsElement) made.toggleAttribute('open', old.open);
  if (!(old instanceof HTMLInputElement || old instanceof HTMLTextAreaElement)) return;
  const field = made as Field;
  if (isTick(old) && isTick(field)) {
    if (old.checked !== old.defaultChecked && field.checked !== old.checked) field.click();
  } else if (old.value !== old.defaultValue) {
    field.value = old.value;
    field.dispatchEvent(new Event('input', { bubbles: true })); // whoever keeps it hears of it
  }
}

function isTick(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox';
}

function restoreFocus(old: Element, made: Element | null): void {
  if (!(made instanceof HTMLElement)) return;
  made.focus({ preventScroll: true });
  const { selectionStart = null, selectionEnd = null } = old as Partial<Field>;
  if (selectionStart !== null) (made as Field).setSelectionRange(selectionStart, selectionEnd);
}

/** Restores attributes: React removes all from the elements that it keeps, a translator's too. */
function restoreAttributes(changes: readonly MutationRecord[]): void {
  const first = new Map<string, MutationRecord>();
  for (const change of changes) {
    const key = `${change.target.nodeName} ${change.attributeName}`;
    if (change.type === 'attributes' && !first.has(key)) first.set(key, change);
  }
  for (const { target, attributeName, oldValue } of first.values())
    if (oldValue !== null) (target as Element).setAttribute(attributeName as string, oldValue);
}
