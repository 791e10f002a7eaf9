import { expect } from 'vitest';
import { somePosts, startContentfulStandIn } from '../stand-ins/contentful-stand-in.ts';
import { startSite } from './site.ts';

/** Sites that share a PostgreSQL database, with data folders of their own, once they have opened it. */
export async function startSites(
  DATABASE_URL: string,
  count: number,
  settings: Record<string, string> = {},
) {
  const environment = { DATABASE_URL, TRUST_PROXY: '1', ...settings };
  const sites = await Promise.all(Array.from({ length: count }, () => startSite(environment)));
  for (const { callbacks } of sites) await expect.poll(() => callbacks?.store.opened).toBe(true);
  return sites;
}

/** Sends a form as a client of this address. @returns the status */
export async function postForm(url: string, client: string, number: number): Promise<number> {
  const fields = { name: `caller ${number}`, mobile: '07700 900123', email: 'a@example.com' };
  const body = new URLSearchParams({ ...fields, message: '' });
  const headers = { 'X-Forwarded-For': client };
  return (await fetch(`${url}/contact.php`, { method: 'POST', body, headers })).status;
}

const SECRET = 'a secret of the webhook';

/**
 * The same with 25 posts of a content service, the list and one post of them read; `publish` tells
 * the first site that something was edited.
 */
export async function startBlogs(
  DATABASE_URL: string,
  count: number,
  settings: Record<string, string> = {},
) {
  const service = await startContentfulStandIn();
  service.entries = somePosts(25);
  const sites = await startSites(DATABASE_URL, count, {
    ...service.environment,
    CONTENTFUL_WEBHOOK_SECRET: SECRET,
    ...settings,
  });
  for (const { blog } of sites) {
    await blog.list(1);
    await blog.post('post-24');
  }
  const publish = async () => {
    const headers = { 'X-Webhook-Secret': SECRET };
    const answer = await fetch(`${sites[0]?.url}/webhooks/contentful`, { method: 'POST', headers });
    expect(answer.status).toBe(204);
  };
  return { service, sites, publish };
}
