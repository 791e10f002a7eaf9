import request from 'supertest';
import { expect, test } from 'vitest';
import { sharedSite, startSite, type TestSite } from '../../test/support/site.ts';

const BEACONS = [
  { path: '/vitals', type: 'application/json', body: { name: 'form-sent', page: 'contact' } },
  {
    path: '/reports',
    type: 'application/reports+json',
    body: [
      {
        type: 'script-error',
        body: { message: 'failed', place: '', build: 'KS2N37SV', browser: 'safari' },
      },
    ],
  },
];

async function statusOf(
  { server }: TestSite,
  { path, type, body }: (typeof BEACONS)[number],
  headers: Record<string, string> = {},
) {
  const beacon = request(server)
    .post(path)
    .set({ 'Content-Type': type, ...headers });
  const { status, headers: given } = await beacon.send(JSON.stringify(body));
  return { status, wait: Number(given['retry-after'] ?? 0) };
}

test.each(BEACONS)('$path refuses what the page of another site sends', async (beacon) => {
  const site = await sharedSite();
  for (const [headers, expected] of [
    [{ Origin: 'https://elsewhere.example' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ Origin: 'http://site.test', 'Sec-Fetch-Site': 'same-origin' }, 204],
    [{}, 204],
  ] as const)
    expect((await statusOf(site, beacon, headers)).status, JSON.stringify(headers)).toBe(expected);
});

test('limits a client to 100 beacons of each kind in ten minutes, and no other client', async () => {
  const site = await startSite({ TRUST_PROXY: '1' });
  for (const beacon of BEACONS) {
    const from = (client: string, more = {}) =>
      statusOf(site, beacon, { 'X-Forwarded-For': client, ...more });
    expect((await from('192.0.2.1', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    for (let count = 0; count < 100; count += 1) expect((await from('192.0.2.1')).status).toBe(204);
    const { status, wait } = await from('192.0.2.1');
    expect(status, beacon.path).toBe(429);
    expect(wait).toBeGreaterThan(0);
    expect((await from('192.0.2.2')).status).toBe(204);
  }
});
