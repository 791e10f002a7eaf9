import { readRegularFileSync } from '../read-regular-file.ts';

/**
 * Variables whose value may come from a file: `NAME_FILE` then names it. The table of variables
 * loads a parser, which server/start.ts does without.
 */
export const SECRET_VARIABLES: readonly string[] = [
  'CONTENTFUL_ACCESS_TOKEN',
  'CONTENTFUL_PREVIEW_TOKEN',
  'PREVIEW_SECRET',
  'CONTENTFUL_WEBHOOK_SECRET',
  'CONTENTFUL_WEBHOOK_SIGNING_SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'CALLBACK_WEBHOOK_SECRET',
  'DESK_PASSWORD',
];

/** Reads a secret without what editors and `echo` put around it: a byte order mark, line breaks. */
export const readSecretFile = (path: string) =>
  readRegularFileSync(path)
    .toString()
    .replace(/^\uFEFF|[\r\n]+$/g, '');
