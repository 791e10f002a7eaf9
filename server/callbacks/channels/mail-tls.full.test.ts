import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtp } from '../../../test/stand-ins/smtp.ts';
import { channelSite, dueDelivery, never } from '../../../test/support/callbacks/channel-site.ts';
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

/** As NODE_EXTRA_CA_CERTS does for a whole process. */
const trust = (...files: string[]) =>
  setDefaultCACertificates([...TRUSTED, ...files.map((file) => readFileSync(file, 'utf8'))]);

async function send(way: 'smtp' | 'smtps', { host = 'localhost', offersTls = true, query = '' }) {
  const server = await startSmtp(undefined, 0, {
    key: readFileSync(tls.key),
    cert: readFileSync(tls.certificate),
    secure: way === 'smtps',
    disabledCommands: offersTls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
  });
  const deliver = createMailChannel(
    { url: `${way}://${host}:${server.port}${query}`, to: [], from: 'site@example.org' },
    channelSite(),
    'office@example.org',
  );
  const attempt = await deliver(DUE, never);
  return { attempt, mails: server.mails.map(({ to, encrypted }) => [to, encrypted]) };
}

test.each([
  ['smtps', 'TLS from the first byte'],
  ['smtp', 'STARTTLS, which is used wherever the server offers it'],
] as const)('%s: mail goes out over %s', async (way, _) => {
  trust(tls.authority);
  const { attempt, mails } = await send(way, {});
  expect(attempt).toEqual({ kind: 'delivered' });
  expect(mails).toEqual([['office@example.org', true]]);
});

test.each(['smtps', 'smtp'] as const)(
  '%s: a server whose certificate nobody vouches for, or that is for another name, gets no mail, and is tried again',
  async (way) => {
    trust();
    const unknown = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
    expect(await send(way, {})).toEqual({ attempt: { kind: 'retry', reason: unknown }, mails: [] });
    trust(tls.authority);
    const misnamed = 'ERR_TLS_CERT_ALTNAME_INVALID';
    expect(await send(way, { host: '127.0.0.1' })).toEqual({
      attempt: { kind: 'retry', reason: misnamed },
      mails: [],
    });
  },
);

test('with requireTLS a server that offers no TLS gets no mail, and is tried again', async () => {
  trust(tls.authority);
  const plain = { offersTls: false };
  expect((await send('smtp', plain)).attempt).toEqual({ kind: 'delivered' });
  const { attempt, mails } = await send('smtp', { ...plain, query: '?requireTLS=true' });
  expect(attempt).toEqual({ kind: 'retry', reason: 'SMTP 500' });
  expect(mails).toEqual([]);
});
