import { type KeyboardEvent, useState } from 'react';

/** The properties of a button within such a group. */
export interface TabStop {
  tabIndex: 0 | -1;
  onFocus: () => void;
}

/** The keys that move the focus within the group, and by how many buttons. */
const STEPS: { readonly [key: string]: number } = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/**
 * Makes the buttons of an element one stop of the Tab key, with arrow keys between them (ARIA
 * Authoring Practices, toolbar).
 */
export function useTabStop() {
  const [stop, setStop] = useState(0);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = STEPS[event.key];
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const index = buttons.indexOf(event.target as HTMLButtonElement);
    if (!step || index === -1) return;
    event.preventDefault();
    buttons[(index + step + buttons.length) % buttons.length]?.focus();
  }

  return {
    toolbar: { onKeyDown },
    tabStop: (index: number): TabStop => ({
      tabIndex: index === stop ? 0 : -1,
      onFocus: () => setStop(index),
    }),
  };
}
