const SILENT_PHP = 'a PHP backend that is silent for ten seconds: php-proxy.test.ts';

/**
 * Calls that a run may not make fail, each with what it would take; when they come depends on the
 * moment. An entry that names no call fails a test (find-calls.test.ts).
 */
export const HARD_TO_REACH = new Map<string, string>([
  ['server/blog/calls.ts createCalls.attempt > setTimeout', 'a 429: calls.test.ts'],
  [
    'server/database/set-aside.ts purgeSetAside > rmSync 2',
    'a database that is damaged where it is due: sqlite-file.test.ts',
  ],
  ['server/blog/renewal.ts createRenewal.renewAfter > setTimeout', 'an outage: outage.test.ts'],
  ['server/ops/log.ts openLogOutput.flush > setTimeout', 'a full pipe: log-output.test.ts'],
  ['server/pages/render.tsx Tee.flush > setImmediate', 'a page that React writes in two parts'],
  ['server/pages/render.tsx createRenderer > setTimeout', 'a render of ten seconds'],
  ['server/callbacks/php/php-proxy.ts writeForm > outgoing.destroy', SILENT_PHP],
  [
    'server/database/sqlite.ts openSqlite.scrub > setTimeout',
    'another process that reads the database at the moment of an erasure',
  ],
  [
    'server/ops/listen.ts createPublicServer > socket.destroy',
    'a client that breaks off while its CONNECT is being refused',
  ],
  [
    'server/pages/render.tsx createRenderer.onShellReady > setImmediate',
    'a content service that is silent for 15 s after the first part of a page',
  ],
]);
