import type { Page } from '@playwright/test';
import { STATIC_PATHS } from '../../shared/addresses.ts';
import { arrivalAt, markedRows, placesLinkedTo } from './arrival.ts';
import { expect, test } from './console.ts';
import { hydrated } from './hydrated.ts';

async function expectArrival(page: Page, fragment: string) {
  await expect.poll(() => page.evaluate(arrivalAt, fragment), { message: fragment }).toBe('seen');
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height }, contextOptions: { reducedMotion: 'reduce' } });

    for (const path of STATIC_PATHS) {
      test(`every link of ${path} to a place in a page lands on it, before the scripts and after`, async ({
        page,
      }) => {
        await page.goto(path);
        for (const address of await page.evaluate(placesLinkedTo)) {
          const [target = '', fragment = ''] = address.split('#');
          // A full load: nothing is touched, so that the scripts stay away.
          await page.goto('about:blank');
          await page.goto(`${target || path}#${fragment}`);
          await expectArrival(page, fragment);
          await hydrated(page);
          await expectArrival(page, fragment);

          await page.goto(path);
          await hydrated(page);
          const link = page.locator(`a[href="${address}"]`).first();
          if (!(await link.isVisible())) continue;
          await link.click();
          await expect(page).toHaveURL(new RegExp(`#${fragment}$`));
          await expectArrival(page, fragment);
          if (target) await expect(page.locator(`#${fragment}`)).toBeFocused();
        }
      });
    }

    for (const path of ['/', '/bodyshop-repairs'])
      test(`who pays if a claim fails is one tap from ${path}, and its row is marked`, async ({
        page,
      }) => {
        await page.goto(path);
        await hydrated(page);
        const only = [expect.stringMatching(/^The claim fails, or you are found partly at fault/)];
        await page.getByRole('link', { name: 'Who pays if a claim fails' }).click();
        await expect(page).toHaveURL('/credit-hire#claim-fails');
        await expectArrival(page, 'claim-fails');
        expect(await page.evaluate(markedRows)).toEqual(only);
        await page.reload();
        await expectArrival(page, 'claim-fails');
        expect(await page.evaluate(markedRows)).toEqual(only);
      });
  });
