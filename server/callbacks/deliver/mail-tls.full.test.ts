import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtp } from '../../../test/fakes/smtp.ts';
import {
  dueDelivery,
  neverAborted,
  siteUrls,
} from '../../../test/support/callbacks/channel-site.ts';
import { type Certificate, makeCertificate } from '../../../test/support/certificate.ts';
import { createMailChannel } from './mail.ts';

const DUE = dueDelivery({});
const TRUSTED = getCACertificates();

let tls: Certificate & { remove(): void };
beforeAll(() => {
  tls = makeCertificate();
});
afterAll(() => {
  setDefaultCACertificates(TRUSTED);
  tls.remove();
});

/** Trusts a certificate authority for this process, as NODE_EXTRA_CA_CERTS does. */
const trust = (...files: string[]) =>
  setDefaultCACertificates([...TRUSTED, ...files.map((file) => readFileSync(file, 'utf8'))]);

async function send(way: 'smtp' | 'smtps', host = 'localhost') {
  const server = await startSmtp(undefined, {
    key: readFileSync(tls.key),
    cert: readFileSync(tls.certificate),
    secure: way === 'smtps',
    disabledCommands: ['AUTH'],
  });
  const deliver = createMailChannel(
    { url: `${way}://${host}:${server.port}`, to: [], from: 'site@example.org' },
    siteUrls(),
    'office@example.org',
  );
  const attempt = await deliver(DUE, neverAborted);
  return { attempt, mails: server.mails.map(({ to, encrypted }) => [to, encrypted]) };
}

test.each(['smtps', 'smtp'] as const)(
  'sends by %s over TLS only to a certified server, and retries any other',
  async (way) => {
    trust(tls.authority);
    expect(await send(way)).toEqual({
      attempt: { kind: 'delivered' },
      mails: [['office@example.org', true]],
    });
    const misnamed = 'ERR_TLS_CERT_ALTNAME_INVALID';
    expect(await send(way, '127.0.0.1')).toEqual({
      attempt: { kind: 'retry', reason: misnamed },
      mails: [],
    });
    trust();
    const unknown = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
    expect(await send(way)).toEqual({ attempt: { kind: 'retry', reason: unknown }, mails: [] });
  },
);
