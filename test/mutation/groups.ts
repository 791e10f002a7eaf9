/**
 * Files that are changed together, and the quick tests that should notice: each runs many times.
 */
export interface Group {
  mutate: string[];
  /**
   * Test files in the order in which they run: the quickest first, because the first that fails is
   * the last.
   */
  tests: string[];
  /** True for files that run in a thread of their own, where no coverage is seen. */
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
    mutate: ['server/pages/page-cache.ts', 'server/http/negotiation.ts'],
    tests: [
      'server/pages/*.test.ts',
      'server/http/negotiation.test.ts',
      'test/http/{page,security/poisoning}.test.ts',
    ],
  },
  markup: {
    mutate: ['server/http/xml.ts', 'shared/head/json-script.ts'],
    tests: ['server/http/xml.test.ts', 'shared/head/json-script.test.ts'],
  },
  fields: {
    mutate: ['shared/callback/{fields,submit-callback}.ts', 'server/callbacks/form/parse-form.ts'],
    tests: ['shared/callback/*.test.ts', 'server/callbacks/form/{parse-form,request-body}.test.ts'],
  },
  route: {
    mutate: [
      'server/callbacks/form/{submission-backend,contact-route}.ts',
      'server/http/rate-limits.ts',
      'server/http/secrets.ts',
    ],
    tests: [
      'server/callbacks/form/{submission-backend,contact-route,request-body}.test.ts',
      'server/http/rate-limits.test.ts',
      'server/callbacks/form/contact-route-php.test.ts',
      'server/callbacks/deliver/delivery.test.ts',
      'server/callbacks/desk/desk.test.ts',
    ],
  },
  store: {
    mutate: [
      'server/callbacks/store/{deliveries,insert-callback,notices,outbox-table,select-callbacks,callback-store,stored-callback}.ts',
      'server/database/{database,sqlite}.ts',
    ],
    tests: [
      'server/database/{quarantine.full,sqlite,sqlite-file.full,sqlite-running.full}.test.ts',
      'server/callbacks/desk/{lists,record}.test.ts',
      'server/callbacks/store/retention.full.test.ts',
      'server/callbacks/deliver/{mail,webhook}.test.ts',
      'server/callbacks/store/stored-callback.test.ts',
    ],
  },
  'store-thread': {
    mutate: ['server/database/{sqlite-file,sqlite-worker}.ts'],
    tests: ['server/database/sqlite{,-file.full,-running.full}.test.ts'],
    inThread: true,
  },
  blog: {
    mutate: [
      'server/blog/!(*.test).ts',
      'server/content/!(*.test|api|webhook|*check*|content-issues).ts',
    ],
    tests: [
      'server/content/{backoff,slug-history,published}.test.ts',
      'server/blog/{blog,next-to-read}.test.ts',
      'server/content/{content,webhook,snapshot-store}.test.ts',
      'server/blog/{tags,search}.test.ts',
      'server/content/{posts,lookup,outage}.test.ts',
    ],
  },
};

/** Returns a pattern for each alternative: `{a,b}.ts` is `a.ts` and `b.ts`. */
export function expandBraces(pattern: string): string[] {
  const [braces = '', list = ''] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (!braces) return [pattern];
  return list.split(',').flatMap((each) => expandBraces(pattern.replace(braces, each)));
}
