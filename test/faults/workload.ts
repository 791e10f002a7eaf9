import type { FakeContentful } from '../fakes/contentful-stand-in.ts';
import { send } from '../support/send.ts';
import { callbackFields } from '../support/typed.ts';

/** A request's status; 0 when the connection was cut, -1 when there was no answer in time. */
export interface Answer {
  what: string;
  status: number;
  /** Duration of the request. */
  ms: number;
}

interface Asked {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Longest wait for a response: longer than any timeout of the site. */
const ANSWER_LIMIT_MS = 25_000;

export async function ask(
  origin: string,
  path: string,
  { method = 'GET', body = '', headers = {} }: Asked = {},
): Promise<Answer> {
  const began = Date.now();
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
  const status = await send(origin + path, headers, method, body, { signal }).then(
    (answer) => answer.status,
    () => (signal.aborted ? -1 : 0),
  );
  return { what: `${method} ${path.split('?')[0]}`, status, ms: Date.now() - began };
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const BR = { ...HTML, 'Accept-Encoding': 'br' };
const GZIP = { ...HTML, 'Accept-Encoding': 'gzip' };
const VITAL = '{"name":"LCP","value":1234.5,"id":"a","rating":"good"}';

export interface Outside {
  url: () => string;
  admin: string;
  content: FakeContentful;
  secret: string;
  /** Names of the callers whose form was answered with ok. */
  taken: Set<string>;
}

/** Requests that are made again and again. */
export type Step = () => Promise<Answer[]>;

/** Returns everything that visitors, staff and editors ask for. */
export function stepsOf({ url, admin, content, secret, taken }: Outside): Step[] {
  let number = 0;
  const get = (path: string, headers: Record<string, string> = BR) => ask(url(), path, { headers });
  const post = (path: string, body: string, headers: Record<string, string>) =>
    ask(url(), path, { method: 'POST', body, headers });
  const form = async (headers: Record<string, string>) => {
    const name = `Caller ${++number}`;
    const body = String(new URLSearchParams(callbackFields({ name })));
    const answer = await post('/contact.php', body, { ...FORM, ...headers });
    if (answer.status === 200) taken.add(name);
    return answer;
  };
  const desk = (path: string) =>
    ask(admin, path, { headers: { Authorization: `Basic ${btoa(`ann:${secret}`)}` } });
  const slug = content.entries[0]?.fields.slug as string;
  const page = `/blogs/${slug}`;
  return [
    async () => [await get('/'), await get('/about', GZIP)],
    async () => [await get(`/no-${++number}`), await get(`/blogs/no-${++number}`)],
    async () => [
      await get('/robots.txt'),
      await get('/favicon.ico'),
      await get('/service-worker.js'),
    ],
    async () => [await get('/sitemap.xml'), await get('/feed.xml')],
    async () => [await form({})],
    async () => [await form(HTML), await form(GZIP)],
    async () => [await post('/contact.php', 'name=', { ...FORM, ...HTML })],
    async () => [await post('/contact.php', `name=${'x'.repeat(20_000)}`, FORM)],
    async () => [await get('/healthz'), await get('/readyz')],
    async () => [await post('/vitals', VITAL, JSON_TYPE)],
    async () => [await ask(admin, '/metrics')],
    async () => [await desk('/callbacks'), await desk('/callbacks.csv')],
    async () => {
      content.edit(slug, { title: `Title ${++number}` });
      const told = await post('/webhooks/contentful', '{}', { 'X-Webhook-Secret': secret });
      const lists = [await get('/blogs'), await get('/api/posts'), await get('/feed.xml')];
      return [told, ...lists, await get(page), await get(page), await get(page, GZIP)];
    },
    async () => [await get(`/preview?secret=${secret}&slug=${slug}`)],
  ];
}
