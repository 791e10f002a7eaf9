import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files of a certificate, and of the authority that signed it. */
export interface Certificate {
  folder: string;
  key: string;
  certificate: string;
  /** The certificate of the authority. */
  authority: string;
}

/** Makes an authority and a certificate for these names, which last a day, with OpenSSL. */
export function makeCertificate(
  name = 'localhost',
  ...others: string[]
): Certificate & { remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  chmodSync(folder, 0o755);
  const make = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  make('req', '-x509', ...newKey, '-subj', '/CN=ca', '-keyout', 'ca.key', '-out', 'ca.pem');
  make(
    ...['req', '-x509', ...newKey, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-subj', `/CN=${name}`],
    ...['-addext', `subjectAltName=${[name, ...others].map((each) => `DNS:${each}`).join()}`],
    ...['-addext', 'basicConstraints=critical,CA:FALSE'],
    ...['-keyout', 'server.key', '-out', 'server.pem'],
  );
  return {
    folder,
    key: join(folder, 'server.key'),
    certificate: join(folder, 'server.pem'),
    authority: join(folder, 'ca.pem'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
