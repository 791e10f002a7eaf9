import dns from 'node:dns';
import tls from 'node:tls';

const LIMIT_MS = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** What is left of a certificate's life when something is wrong with its renewal. */
const RENEWED_BY = 1 / 5;

/** `wrong`: visitors, search engines or the form suffer from it. `to do`: for a person to judge. */
interface Line {
  verdict: 'ok' | 'wrong' | 'to do';
  text: string;
}

const ok = (text: string): Line => ({ verdict: 'ok', text });
const wrong = (text: string): Line => ({ verdict: 'wrong', text });
const toDo = (text: string): Line => ({ verdict: 'to do', text });

/** Headers of the site that a proxy may take out or double, and how they arrive when it does not. */
const SECURITY: readonly [name: string, value: RegExp][] = [
  ['Content-Security-Policy', /^default-src 'none';[^,]*$/],
  ['X-Content-Type-Options', /^nosniff$/],
  ['X-Frame-Options', /^DENY$/],
  ['Referrer-Policy', /^strict-origin-when-cross-origin$/],
  ['Permissions-Policy', /^[^"]*\bcamera=\(\)/],
];

/**
 * What a visitor, a search engine and a mail server find at a site that runs. It asks as a browser
 * does, and sends the form empty, so that no callback request comes of it.
 * @param site its public https origin
 */
export async function lookFromOutside(site: URL): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [what, check] of Object.entries(CHECKS))
    lines.push(...(await check(site).catch((error) => [wrong(`${what}: ${reasonOf(error)}`)])));
  return lines;
}

const CHECKS: Record<string, (site: URL) => Promise<Line[]>> = {
  'The certificate': checkCertificate,
  http: ({ hostname }) =>
    checkRedirect(`http://${hostname}/about`, /^https:/, 'lead http to https'),
  'The other name': checkTwin,
  Home: checkHome,
  'The form': checkForm,
  Mail: checkMail,
};

/** fetch hides what happened to the connection in the cause; OpenSSL says it at length. */
function reasonOf(error: unknown): string {
  const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return message && !message.includes(':error:') ? message : String(code);
}

const ask = (url: URL | string, init: RequestInit = {}) =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS), ...init });

async function checkCertificate({ hostname, port }: URL): Promise<Line[]> {
  const { promise, resolve, reject } = Promise.withResolvers<tls.PeerCertificate>();
  const host = { host: hostname, servername: hostname, port: Number(port || 443) };
  const socket = tls.connect({ ...host, timeout: LIMIT_MS }, () =>
    resolve(socket.getPeerCertificate()),
  );
  socket.once('timeout', () => reject(new Error('no answer'))).once('error', reject);
  const certificate = await promise.finally(() => socket.destroy());
  const [from, to] = [Date.parse(certificate.valid_from), Date.parse(certificate.valid_to)];
  const left = to - Date.now();
  const until = `is valid for another ${(left / DAY_MS).toFixed(1)} days`;
  return left < (to - from) * RENEWED_BY
    ? [wrong(`The certificate ${until}: it should have been renewed by now.`)]
    : [ok(`The certificate ${until}.`)];
}

/** An address that should lead elsewhere for good. */
async function checkRedirect(from: string, right: RegExp, advice: string): Promise<Line[]> {
  const { status, headers } = await ask(from);
  const to = headers.get('location') ?? '';
  return [301, 308].includes(status) && right.test(to)
    ? [ok(`${from} leads to ${to}.`)]
    : [wrong(`${from} answers ${status} ${to}: ${advice} (308).`)];
}

/** The other of the two names that people type: with www and without. */
async function checkTwin({ host, origin }: URL): Promise<Line[]> {
  const twin = host.startsWith('www.') ? host.slice(4) : `www.${host}`;
  const to = `${origin}/about`;
  try {
    return await checkRedirect(
      `https://${twin}/about`,
      RegExp(`^${to}$`),
      `it should lead to ${to}`,
    );
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (code !== 'ENOTFOUND') throw error;
    return [toDo(`${twin} has no address: give it one that leads here.`)];
  }
}

async function checkHome(site: URL): Promise<Line[]> {
  const answer = await ask(site, { headers: { 'Accept-Encoding': 'br, gzip' } });
  const { status, headers } = answer;
  if (status !== 200) return [wrong(`Home answers ${status} ${headers.get('location') ?? ''}.`)];
  const html = await answer.text();
  return [
    checkAddress(site, html),
    ...checkHeaders(headers),
    ...(await checkCaching(site, headers, html)),
    await checkRobots(site, headers, html),
  ];
}

function checkAddress({ origin }: URL, html: string): Line {
  const [, canonical = 'nothing'] = /<link rel="canonical" href="([^"]*)"/.exec(html) ?? [];
  return canonical === `${origin}/`
    ? ok('Home names its own address.')
    : wrong(`Home says that its address is ${canonical}: set SITE_URL to ${origin}.`);
}

function checkHeaders(headers: Headers): Line[] {
  const hsts = headers.get('strict-transport-security');
  const encoding = headers.get('content-encoding');
  const lost = SECURITY.filter(([name, value]) => !value.test(headers.get(name) ?? ''));
  return [
    hsts
      ? ok(`Strict-Transport-Security is ${hsts}.`)
      : wrong('Strict-Transport-Security is missing: see HSTS, and whether a proxy takes it out.'),
    ...lost.map(([name]) =>
      wrong(`${name} is ${headers.get(name) ?? 'missing'}: a proxy takes it out or changes it.`),
    ),
    ...(lost.length === 0 ? [ok('The security headers arrive as they are sent.')] : []),
    encoding
      ? ok(`Pages are compressed (${encoding}).`)
      : wrong('Pages are not compressed: a proxy unpacks them or hides Accept-Encoding.'),
  ];
}

async function checkCaching(site: URL, headers: Headers, html: string): Promise<Line[]> {
  const [script = ''] = /\/static\/[^"]+\.js/.exec(html) ?? [];
  const file = await ask(new URL(script, site), { method: 'HEAD' });
  const again = await ask(site, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
  await again.body?.cancel();
  const ofPage = headers.get('cache-control') ?? '';
  const ofFile = file.headers.get('cache-control') ?? '';
  const faults = [
    !/max-age=0|no-cache/.test(ofPage) &&
      `Browsers would keep old pages (Cache-Control: ${ofPage}): leave it as the site sends it.`,
    !ofFile.includes('immutable') &&
      `${script} answers ${file.status} with Cache-Control: ${ofFile}: browsers would not keep it.`,
    again.status !== 304 &&
      `Home answers ${again.status} to a browser that has it: a proxy drops ETag.`,
  ].filter((fault) => fault !== false);
  return faults.length > 0 ? faults.map(wrong) : [ok('Caches are told what the site says.')];
}

async function checkRobots(site: URL, headers: Headers, html: string): Promise<Line> {
  const answer = await ask(new URL('/robots.txt', site));
  const text = await answer.text();
  const closed = /^Disallow: \/$/m.test(text);
  const hidden =
    /noindex/.test(headers.get('x-robots-tag') ?? '') || /<meta [^>]*noindex/.test(html);
  if (closed || hidden) return toDo('Search engines are kept out: right for a test site only.');
  const sitemap = `${site.origin}/sitemap.xml`;
  if (!text.includes(`Sitemap: ${sitemap}`))
    return wrong(`/robots.txt answers ${answer.status} and does not name ${sitemap}.`);
  const { status } = await ask(sitemap, { method: 'HEAD' });
  return status === 200
    ? ok('Search engines are let in and find the sitemap.')
    : wrong(`${sitemap} answers ${status}.`);
}

/** An empty form: refused before anything is kept or anybody told. */
async function checkForm(site: URL): Promise<Line[]> {
  const answer = await ask(new URL('/contact.php', site), {
    method: 'POST',
    headers: { Accept: 'application/json', Origin: site.origin },
    body: new URLSearchParams({ name: '', mobile: '', email: '', message: '' }),
  });
  const { status, headers } = answer;
  if (status === 429) return [toDo('The form takes no more tries from here: ask again later.')];
  if (status !== 422 || !(await answer.text()).includes('"ok":false'))
    return [wrong(`The form answers ${status} when it is sent empty, in place of 422.`)];
  return headers.get('cache-control') === 'no-store'
    ? [ok('The form is answered, and says what is missing.')]
    : [wrong('The answer of the form could be kept by a cache: leave its Cache-Control alone.')];
}

/** Who may send mail in the company's name: never wrong, since another domain may send it. */
async function checkMail({ hostname }: URL): Promise<Line[]> {
  const domain = hostname.replace(/^www\./, '');
  const resolver = new dns.promises.Resolver({ timeout: 2000, tries: 2 });
  const find = async (name: string, version: string, what: string): Promise<Line> => {
    try {
      const records = (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      const found = records.find((record) => record.startsWith(version));
      if (found) return ok(`${what} of ${name}: ${found}`);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!['ENODATA', 'ENOTFOUND'].includes(code))
        return toDo(`The DNS could not be asked (${code}): see whether ${name} has ${what}.`);
    }
    return toDo(`${name} has no ${what}: anybody may send mail in its name.`);
  };
  return [await find(domain, 'v=spf1', 'SPF'), await find(`_dmarc.${domain}`, 'v=DMARC1', 'DMARC')];
}
