import { expect, test } from 'vitest';
import { basic, PASSWORD } from '../support/callbacks/desk.ts';
import { freePort } from '../support/free-port.ts';
import { startSiteProcess } from '../support/site-process.ts';

test('a desk on a port of its own has no metrics, and the admin listener no desk', async () => {
  const [desk, admin] = [await freePort(), await freePort()];
  await startSiteProcess({
    DESK_PORT: String(desk),
    ADMIN_PORT: String(admin),
    DESK_PASSWORD: PASSWORD,
    TRUST_PROXY: '1',
  });
  const get = async (port: number, path: string, headers = {}, password = PASSWORD) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { ...basic(password), ...headers },
    });
    return answer.status;
  };
  expect(await get(desk, '/callbacks')).toBe(200);
  expect(await get(desk, '/metrics')).toBe(404);
  expect(await get(admin, '/callbacks')).toBe(404);
  expect(await get(admin, '/metrics')).toBe(200);
  const from = (client: string, password?: string) =>
    get(desk, '/callbacks', { 'x-forwarded-for': `203.0.113.9, ${client}` }, password);
  for (let attempt = 0; attempt < 20; attempt++) expect(await from('192.0.2.1', 'wrong')).toBe(401);
  expect(await from('192.0.2.1')).toBe(429);
  expect(await from('192.0.2.2')).toBe(200);
});
