import { ABSENT_SOMEWHERE } from '../engines/comforts.ts';
import { expect, test } from './console.ts';
import { takeAway } from './take-away.ts';
import { useTheSite } from './use-the-site.ts';

test.use({ bypassCSP: true });

for (const [without, features] of ABSENT_SOMEWHERE)
  test(`all else works. ${without}`, async ({ page }) => {
    const unused = await takeAway(page, features);
    await useTheSite(page);
    expect([...unused]).toEqual([]);
  });
