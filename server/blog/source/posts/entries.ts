import { afterRecovery } from './after-recovery.ts';
import { assets } from './assets.ts';
import { claimTimeline } from './claim-timeline.ts';
import { creditHire } from './credit-hire.ts';
import { engineerInspection } from './engineer-inspection.ts';
import type { EntriesAnswer } from './format.ts';
import { glovebox } from './glovebox.ts';
import { hitWhileParked } from './hit-while-parked.ts';
import { holidayLine } from './holiday-line.ts';
import { motorcycle } from './motorcycle.ts';
import { noClaimsBonus } from './no-claims-bonus.ts';
import { privateHire } from './private-hire.ts';
import { roadsidePhotos } from './roadside-photos.ts';
import { vanOffTheRoad } from './van-off-the-road.ts';

/** Newest first, as the content service is asked to sort them. */
const posts = [
  creditHire,
  roadsidePhotos,
  engineerInspection,
  afterRecovery,
  privateHire,
  hitWhileParked,
  glovebox,
  claimTimeline,
  motorcycle,
  vanOffTheRoad,
  holidayLine,
  noClaimsBonus,
];

/**
 * The posts that the site comes with: shown while no content service is configured. A delivery
 * answer as it comes over the wire.
 */
export const embeddedEntries: EntriesAnswer = {
  sys: { type: 'Array' },
  total: posts.length,
  skip: 0,
  limit: 20,
  items: posts,
  includes: { Entry: [], Asset: assets },
};
