/** Histories in which an address was once wrong, for `server/content/blog-history.property.test.ts`. */
export const ONCE_WRONG: readonly { replicas: number; steps: string }[] = [
  {
    replicas: 1,
    steps:
      'lag 1 1, nothing, publish d 2, lag 2 0, check 0, publish a 1, visit 0 e, unpublish id-1, slow 0, check 0, lag 1 0, day, rename id-2 d, notice 0, check 0, list 0, notice 0, recreate id-2 -6, recreate id-3 1, check 0',
  },
  {
    replicas: 2,
    steps:
      'publish a -5, restart 1, rename id-1 b, restart 1, check 1, fail 0, put-off id-1 1, restart 0, restart 0, check 1, rename id-1 d, rename id-1 c, publish a -5, fast 1, check 0, publish a 0, fast 1, notice 0, list 1, check 1',
  },
  {
    replicas: 1,
    steps:
      'nothing, publish d -1, list 0, publish e 2, check 0, swap id-1 id-2, rename id-1 a, restart 0, fail 2, check 0, recreate id-2 -3, rename id-1 e, put-off id-3 1, publish a 1, check 0, day, rename id-3 b, restart 0, hear 0, check 0',
  },
  {
    replicas: 1,
    steps:
      'fail 0, publish e -4, publish c -4, fail 0, check 0, put-off id-2 0, lag 1 0, put-off id-2 2, publish a 1, check 0, day, rename id-3 b, slow 0, restart 0, check 0, unpublish id-3, minute 0, put-off id-1 0, day, check 0',
  },
  {
    replicas: 1,
    steps:
      'publish e 1, day, unpublish id-1, restart 0, check 0, list 0, nothing, publish e -4, slow 0, check 0, rename id-2 c, hear 0, slow 0, fail 0, check 0, publish d -1, put-off id-3 1, lag 1 0, publish d -5, check 0',
  },
  {
    replicas: 1,
    steps:
      'minute 0, hear 0, publish e 1, list 0, check 0, day, day, rename id-1 b, publish d 1, check 0, minute 0, hear 0, publish d -6, list 0, check 0, swap id-2 id-1, publish b -4, swap id-1 id-3, minute 0, check 0',
  },
  {
    replicas: 2,
    steps:
      'minute 1, lag 2 1, notice 0, fast 0, check 0, fast 1, publish c -1, put-off id-1 1, put-off id-1 1, check 1, publish b -6, notice 1, recreate id-2 -1, unpublish id-3, check 0',
  },
  {
    replicas: 2,
    steps:
      'minute 1, nothing, day, nothing, check 1, publish e 1, restart 0, publish e -6, minute 1, check 1, hear 1, swap id-2 id-1, rename id-1 d, notice 1, check 1, publish a -5, visit 0 b, minute 0, unpublish id-3, check 1',
  },
  {
    replicas: 2,
    steps:
      'visit 1 e, fail 1, lag 2 2, nothing, check 1, nothing, lag 0 2, list 1, nothing, check 0, list 1, day, fail 1, slow 0, check 1, publish c -2, minute 0, restart 0, unpublish id-1, check 1',
  },
  {
    replicas: 2,
    steps:
      'publish a -5, fail 0, recreate id-1 -2, publish c -4, check 1, visit 1 c, unpublish id-3, day, unpublish id-2, check 0, nothing, publish d 0, restart 0, unpublish id-4, check 1',
  },
  {
    replicas: 2,
    steps:
      'nothing, visit 1 c, nothing, nothing, check 1, day, nothing, fast 0, list 0, check 1, publish a 1, recreate id-1 -1, notice 1, unpublish id-2, check 0',
  },
  {
    replicas: 2,
    steps:
      'nothing, list 1, fail 2, nothing, check 0, fast 1, notice 0, slow 0, hear 1, check 0, list 0, nothing, minute 1, nothing, check 0, publish b -1, hear 1, notice 1, unpublish id-1, check 0',
  },
];
