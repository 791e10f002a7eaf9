import { test as base, expect } from '@playwright/test';

export { expect };

/**
 * A test that fails when the page logs a warning or an error, or throws: nothing on this site does.
 */
export const test = base.extend<{ consoleMessages: string[] }>({
  consoleMessages: [
    async ({ page }, use) => {
      const messages: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          messages.push(message.text());
      });
      page.on('pageerror', (error) => messages.push(String(error)));
      await use(messages);
      expect(messages).toEqual([]);
    },
    { auto: true },
  ],
});

/** Removes a message that a test expects of the browser, such as that a response was a 404. */
export function allowMessage(messages: string[], expected: string | RegExp): void {
  const others = messages.filter((text) => text.search(expected) < 0);
  messages.splice(0, messages.length, ...others);
}
