import { describeReadError, readRegularFileSync } from '../read-regular-file.ts';

/** Parts of a PostgreSQL address that name files. */
export const CERTIFICATE_PARAMS: readonly string[] = ['sslcert', 'sslkey', 'sslrootcert'];

/** The modes of libpq, and the one that the driver adds. It takes any other word for `verify-full`. */
const SSL_MODES: readonly string[] = [
  'disable',
  'allow',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
  'no-verify',
];

/**
 * Returns what the driver would stumble over in an address that is a URL; undefined when it is
 * usable. It would take an address with a space at its end for another, relative to a host `base`.
 */
export function findPostgresIssue(address: string): string | undefined {
  if (/^ | $/.test(address)) return 'must have no space before or after it';
  const { searchParams } = new URL(address);
  const mode = searchParams.get('sslmode');
  if (mode && !SSL_MODES.includes(mode)) return `sslmode must be one of: ${SSL_MODES.join(', ')}`;
  for (const param of CERTIFICATE_PARAMS) {
    const file = searchParams.get(param);
    if (file)
      try {
        readRegularFileSync(file);
      } catch (error) {
        return describeReadError(param, error as NodeJS.ErrnoException);
      }
  }
}
