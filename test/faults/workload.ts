import { request } from 'node:http';
import { connect } from 'node:net';
import type { ContentfulStandIn } from '../stand-ins/contentful-stand-in.ts';

/** A request's status; 0 when the connection was cut, -1 when there was no answer in time. */
export interface Answer {
  what: string;
  status: number;
  text: string;
  /** How long it took. */
  ms: number;
}

interface Asked {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** A message that a PHP backend answers with more than a site takes. */
export const LONG = 'long';

/** Longer than anything that the site gives itself. */
const ANSWER_LIMIT_MS = 25_000;

export function ask(origin: string, path: string, { method = 'GET', body, headers }: Asked = {}) {
  const what = `${method} ${path.split('?')[0]}`;
  const began = Date.now();
  return new Promise<Answer>((resolve) => {
    const asked = request(origin + path, { method, headers: { ...headers }, agent: false });
    const limit = setTimeout(() => {
      resolve({ what, status: -1, text: '', ms: ANSWER_LIMIT_MS });
      asked.destroy();
    }, ANSWER_LIMIT_MS);
    const end = (status: number, text = '') => {
      clearTimeout(limit);
      resolve({ what, status, text, ms: Date.now() - began });
    };
    asked.on('error', () => end(0));
    asked.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
      });
      response.on('error', () => end(0));
      response.on('end', () => end(response.statusCode as number, text));
    });
    asked.end(body);
  });
}

/** Everything that is asked for, by name. Each can be asked for again and again. */
export interface Step {
  name: string;
  run(): Promise<Answer[]>;
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const br = { ...HTML, 'Accept-Encoding': 'br' };
const gzip = { ...HTML, 'Accept-Encoding': 'gzip' };
const desk = { Authorization: `Basic ${Buffer.from('ann:0123456789abcdef').toString('base64')}` };

export interface Outside {
  url: () => string;
  admin: string;
  content: ContentfulStandIn | null;
  secret: string;
  /** Names of callers whose form was answered with ok. */
  taken: Set<string>;
}

export function stepsOf({ url, admin, content, secret, taken }: Outside): Step[] {
  let number = 0;
  const get = (path: string, headers: Record<string, string> = br) => ask(url(), path, { headers });
  const form = async (headers: Record<string, string>, message = '') => {
    const name = `Caller ${++number}`;
    const body = new URLSearchParams({
      name,
      mobile: '07700900123',
      email: 'a@example.com',
      message,
    });
    const answer = await ask(url(), '/contact.php', {
      method: 'POST',
      body: String(body),
      headers: { ...FORM, ...headers },
    });
    if (answer.status === 200) taken.add(name);
    return answer;
  };
  const post = (path: string, body: string, headers: Record<string, string>) =>
    ask(url(), path, { method: 'POST', body, headers });
  const steps: Step[] = [
    { name: 'a page', run: async () => [await get('/'), await get('/about', gzip)] },
    {
      name: 'pages that do not exist',
      run: async () => [await get(`/no-${++number}`), await get(`/blogs/no-${++number}`)],
    },
    {
      name: 'files',
      run: async () => [
        await get('/robots.txt'),
        await get('/favicon.ico'),
        await get('/service-worker.js'),
        await get('/sitemap.xml'),
        await get('/feed.xml'),
      ],
    },
    { name: 'a form by script', run: async () => [await form({})] },
    { name: 'a form by browser', run: async () => [await form(HTML), await form(gzip)] },
    { name: 'a form with a long answer', run: async () => [await form({}, LONG)] },
    {
      name: 'a refused form',
      run: async () => [await post('/contact.php', 'name=', { ...FORM, ...HTML })],
    },
    {
      name: 'a form too large',
      run: async () => [await post('/contact.php', `name=${'x'.repeat(20_000)}`, FORM)],
    },
    { name: 'health', run: async () => [await get('/healthz'), await get('/readyz')] },
    {
      name: 'vitals',
      run: async () => [
        await post('/vitals', '{"name":"LCP","value":1234.5,"id":"a","rating":"good"}', JSON_TYPE),
      ],
    },
    { name: 'metrics', run: async () => [await ask(admin, '/metrics')] },
    {
      name: 'the desk',
      async run() {
        const list = await ask(admin, '/callbacks', { headers: desk });
        const csv = await ask(admin, '/callbacks.csv', { headers: desk });
        return [list, csv];
      },
    },
    { name: 'a pipeline', run: async () => [await pipeline(url())] },
    { name: 'CONNECT', run: async () => [await connectTo(url())] },
  ];
  if (!content) return steps;
  return [
    ...steps,
    {
      name: 'an edited post',
      async run() {
        const slug = content.entries[0]?.fields.slug as string;
        content.edit(slug, { title: `Title ${++number}` });
        const told = await post('/webhooks/contentful', '{}', { 'X-Webhook-Secret': secret });
        const post1 = `/blogs/${slug}`;
        return [
          told,
          await get('/blogs'),
          await get(post1),
          await get(post1),
          await get(post1),
          await get(post1, gzip),
          await get(post1, gzip),
          await get('/api/posts'),
          await get('/feed.xml'),
        ];
      },
    },
    {
      name: 'a draft',
      run: async () => [
        await get(`/preview?secret=${secret}&slug=${content.entries[0]?.fields.slug}`),
      ],
    },
  ];
}

/** More requests at once on one connection than one may have: cut off. */
function pipeline(url: string): Promise<Answer> {
  return raw(
    url,
    'GET /blogs/nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(40),
    'a pipeline',
  );
}
function connectTo(url: string): Promise<Answer> {
  return raw(url, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 'CONNECT');
}

function raw(url: string, text: string, what: string): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    const limit = setTimeout(() => socket.destroy(), ANSWER_LIMIT_MS);
    socket.on('data', (chunk: Buffer) => {
      answer += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(limit);
      resolve({ what, status: Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0), text: '', ms: 0 });
    });
    socket.write(text);
  });
}
