import { expect, test } from 'vitest';
import { TEST_SITE } from '../../test/support/test-site.ts';
import { metadata as home } from '../pages/Home.tsx';
import { metadata as vehicles } from '../pages/services/ReplacementVehicles.tsx';
import { headFrom } from './head.ts';
import type { PageMetadata } from './metadata.ts';

const titleOf = (metadata: PageMetadata, name: string) =>
  headFrom({ metadata }, { ...TEST_SITE, company: { ...TEST_SITE.company, name } }).title;

test('a title ends with the company’s name, shortened where both are too long', () => {
  expect(titleOf(vehicles, 'Ann')).toBe('Replacement Vehicles After a Non-Fault Accident | Ann');
  const long = 'Ann and Company Accident Claims';
  expect(titleOf(vehicles, long)).toBe(`Replacement Vehicles | ${long}`);
  expect(titleOf(home, long)).toBe('Professional Accident Management Services UK');
  expect(titleOf(vehicles, `${long} of Leicester`)).toBe(
    'Replacement Vehicles After a Non-Fault Accident',
  );
});
