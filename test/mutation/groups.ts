/** Files that are changed together, and the quick tests that are to notice: each runs many times. */
export interface Group {
  mutate: string[];
  tests: string[];
  /** Whether the files run in a thread of their own, where no coverage is seen. */
  inThread?: boolean;
}

export const GROUPS: Record<string, Group> = {
  gate: {
    mutate: ['server/http/gate.ts'],
    tests: ['server/http/gate.test.ts'],
  },
  headers: {
    mutate: ['server/http/headers.ts'],
    tests: ['server/http/headers.test.ts'],
  },
  pages: {
    mutate: ['server/page/kept/{cache,kept-page,edition,encoding}.ts'],
    tests: ['server/page/kept/*.test.ts', 'test/http/{pages,security/poisoning}.test.ts'],
  },
  markup: {
    mutate: ['server/crawl/xml.ts', 'shared/head/json-script.ts'],
    tests: ['server/crawl/**/*.test.ts', 'shared/head/*.test.{ts,tsx}'],
  },
  fields: {
    mutate: [
      'shared/callback/{fields,callback-request,phone-doubt}.ts',
      'server/callbacks/http/form.ts',
    ],
    tests: ['shared/callback/*.test.ts', 'server/callbacks/http/form.test.ts'],
  },
  route: {
    mutate: ['server/callbacks/http/!(form|*.test).ts'],
    tests: [
      'server/callbacks/http/!(form).test.ts',
      'server/callbacks/php/contact-route-php.test.ts',
      'server/callbacks/told.test.ts',
      'test/http/trace.test.ts',
    ],
  },
  store: {
    mutate: ['server/callbacks/store/{database,deliveries,rows,sql-store,sqlite}.ts'],
    tests: ['server/callbacks/store/sqlite{,-file,-running}.test.ts'],
  },
  'store-thread': {
    mutate: ['server/callbacks/store/{schema,sqlite-file,sqlite-worker}.ts'],
    tests: ['server/callbacks/store/sqlite{,-file,-running}.test.ts'],
    inThread: true,
  },
  library: {
    mutate: ['server/blog/library/**/!(*.test).ts'],
    tests: ['server/blog/library/**/*.test.ts', 'server/blog/http/webhook.test.ts'],
  },
};
