import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TEST_SITE } from '../../../test/support/test-site.ts';
import { sampleClaims } from './embedded.ts';

test('each claim of the sample posts is there word for word, and stays as it is under the specified claims', () => {
  const posts = readFileSync('content/blog.json', 'utf8');
  for (const [claimed, instead] of sampleClaims(TEST_SITE)) {
    expect(posts).toContain(claimed);
    expect(instead).toBe(claimed);
  }
});
