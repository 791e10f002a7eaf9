import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openStoreAt } from '../../../test/support/callbacks/stores.ts';
import { makeCertificate } from '../../../test/support/certificate.ts';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import { createMetrics } from '../../ops/metrics.ts';
import { createChecks } from './operator-checks.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Runs the check of the certificate at this address. */
function checkCertificate(siteUrl: string) {
  const store = openStoreAt(temporaryFolder());
  const deps = { store, storeWatch: null, metrics: createMetrics(), hasContentService: false };
  return createChecks({ ...deps, database: store as never, siteUrl }).certificate?.();
}

test('finds a certificate that ends within a week, though no one trusts it', async () => {
  const files = makeCertificate();
  onTestFinished(() => files.remove());
  const server = createServer({
    key: readFileSync(files.key),
    cert: readFileSync(files.certificate),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const since = await checkCertificate(`https://localhost:${port}`);
  const endsInMs = (since ?? 0) + 7 * DAY_MS - Date.now();
  expect(endsInMs / DAY_MS).toBeCloseTo(1, 1);
});

test('knows nothing of a site that it cannot reach, and checks none without TLS', async () => {
  expect(await checkCertificate('https://127.0.0.1:9')).toBeUndefined();
  expect(await checkCertificate('http://127.0.0.1:9')).toBeUndefined();
});
