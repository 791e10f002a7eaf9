import type { Page } from '@playwright/test';
import { CALLBACK_FIELDS, type CallbackFields, mapFields } from '../../shared/callback/fields.ts';
import { callbackFields } from '../support/typed.ts';

export const REQUIRED_FIELDS = CALLBACK_FIELDS.filter(({ required }) => required);

const input = (page: Page, name: string) => page.locator(`#callback-form [name=${name}]`);

/** Fills in the form. A required field that a test leaves out gets a plausible value. */
export async function fillForm(page: Page, values: Partial<CallbackFields>): Promise<void> {
  const filled = callbackFields(values);
  for (const { name, type } of CALLBACK_FIELDS)
    if (type !== 'hidden' && filled[name]) await input(page, name).fill(filled[name]);
}

/** Returns what stands in the form. */
export async function readForm(page: Page): Promise<CallbackFields> {
  const values = new Map<string, string>();
  for (const { name } of CALLBACK_FIELDS) values.set(name, await input(page, name).inputValue());
  return mapFields(({ name }) => values.get(name) as string);
}
