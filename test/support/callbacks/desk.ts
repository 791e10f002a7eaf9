import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { createDesk } from '../../../server/callbacks/desk/desk.ts';
import type { Callbacks } from '../../../server/callbacks/start-callbacks.ts';
import { startAdminServer } from '../../../server/ops/admin-server.ts';
import { sharedSite, startSite, type TestSite } from '../site.ts';
import { request as requestOf } from './stores.ts';

export const PASSWORD = 'päss:word of the desk';

export const basic = (password: string, user = 'anybody') => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

/** A request of somebody with this name. */
export const request = (name: string, mobile = '07700 900199') =>
  requestOf(name, { mobile, email: 'zoe@example.com', message: 'one\r\ntwo <b>' });

/** A site of its own whose desk is open on its admin listener, until the test ends. */
export const startDesk = async (
  environment: Record<string, string> = { DESK_PASSWORD: PASSWORD },
) => openDesk(await startSite(environment));

/** Tables of what callers and staff have left. */
const TABLES = ['callback_deliveries', 'callback_saves', 'callback_confirmations', 'callbacks'];

/**
 * An empty desk of the one site that all tests of a worker share which add no deliveries: its outbox
 * looks at them when it likes.
 */
export async function openEmptyDesk() {
  const site = await sharedSite({ DESK_PASSWORD: PASSWORD });
  const desk = await openDesk(site);
  await site.database.transaction(TABLES.map((table) => [`DELETE FROM ${table}`]));
  site.lines.length = 0;
  return desk;
}

async function openDesk(site: TestSite) {
  const desk = createDesk(() => site);
  const admin = await startAdminServer({
    port: 0,
    host: '127.0.0.1',
    metrics: site.metrics,
    desk,
    log: site.log,
  });
  onTestFinished(() => {
    admin.closeAllConnections();
    admin.close();
  });
  const origin = `http://127.0.0.1:${(admin.address() as AddressInfo).port}`;
  const get = (path: string, headers: Record<string, string> = basic(PASSWORD)) =>
    fetch(origin + path, { headers, redirect: 'manual' });
  const post = (
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { ...basic(PASSWORD), origin, ...headers },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  const { store } = site.callbacks as Callbacks;
  // The outbox has looked at the store before this, and looks again ten seconds later: until then it
  // leaves alone what is added in channels that nobody configured.
  const isOpen = () =>
    store.deliveries.counts().then(
      () => true,
      () => false,
    );
  await expect.poll(isOpen, { timeout: 60_000 }).toBe(true);
  return { site, origin, get, post, store };
}

/** The callers in a list of the desk, from the top. */
export const namesIn = (html: string) =>
  [...html.matchAll(/<a class="row__name"[^>]*>([^<]+)</g)].map(([, name]) => name as string);
