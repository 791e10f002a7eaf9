import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../../test/support/certificate.ts';
import { freePort } from '../../test/support/free-port.ts';
import { end, type SiteProcess, startSiteProcess } from '../../test/support/site-process.ts';

const SITE_URL = 'https://www.example.com';
const RECORDS = {
  'example.com': 'v=spf1 include:mail.example.com -all',
  '_dmarc.example.com': 'v=DMARC1; p=reject',
};

interface Setting {
  /** In front of the site, each in place of the deployed Caddyfile's own. */
  caddyfile?: (deployed: string) => string;
  environment?: Record<string, string>;
  records?: Record<string, string> | null;
  /** Whether the machine knows the authority of the site's certificate. */
  trusted?: boolean;
}

/** What the command says of a site behind Caddy, on a machine that takes both for the internet's. */
async function golive(setting: Setting = {}) {
  const { caddyfile = (text: string) => text, environment = {}, records = RECORDS } = setting;
  const { trusted = true } = setting;
  const folder = mkdtempSync(join(tmpdir(), 'outside-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { authority, certificate, key, remove } = makeCertificate('*.example.com', 'example.com');
  onTestFinished(remove);
  const [http, https, sitePort] = [await freePort(), await freePort(), await freePort()];
  const port = String(sitePort);
  const site = await startSiteProcess({ PORT: port, SITE_URL, TRUST_PROXY: '1', ...environment });
  const deployed = readFileSync('deploy/caddy/Caddyfile', 'utf8')
    .replace('admin off', `admin off\n http_port ${http}\n https_port ${https}`)
    .replace('{$ADDRESSES} {', `{$ADDRESSES} {\n tls ${certificate} ${key}`);
  const redirects = `\nhttp://example.com, http://www.example.com {\n redir https://{host}{uri} 308\n}\n`;
  writeFileSync(join(folder, 'Caddyfile'), caddyfile(deployed + redirects));
  const options = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  const caddy = spawn('caddy', options, {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ADDRESSES: 'example.com, www.example.com',
      SITE_URL,
      UPSTREAM: `127.0.0.1:${sitePort}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  caddy.stderr.on('data', (text) => {
    output += text;
  });
  onTestFinished(async () => void (await end(caddy, 'SIGTERM')));
  const up = () =>
    fetch(`http://127.0.0.1:${http}`, { redirect: 'manual' }).then(
      () => true,
      () => output,
    );
  await expect.poll(up).toBe(true);
  return {
    ...(await run(SITE_URL, trusted ? authority : '', { 80: http, 443: https }, records)),
    site,
  };
}

function run(
  address: string,
  authority: string,
  ports: Record<number, number>,
  records: Record<string, string> | null,
) {
  const { promise, resolve: done } = Promise.withResolvers<{ code: unknown; said: string }>();
  const internet = `--import=${resolve('test/stand-ins/internet.ts')}`;
  const env = {
    PORTS: JSON.stringify(ports),
    RECORDS: JSON.stringify(records),
    NODE_EXTRA_CA_CERTS: authority,
  };
  execFile(
    process.execPath,
    [internet, 'dist/server/golive.js', address],
    { env },
    (error, stdout, stderr) => done({ code: error?.code ?? 0, said: stdout + stderr }),
  );
  return promise;
}

const verdicts = (said: string, verdict: string) =>
  said.split('\n').filter((line) => line.startsWith(`  ${verdict} `));
const forms = (site: SiteProcess) => site.log().filter(({ route }) => route === '/contact.php');

test('golive finds nothing wrong from outside with the site that compose starts, and sends it no callback request', async () => {
  const { code, said, site } = await golive();
  expect(verdicts(said, 'wrong')).toEqual([]);
  expect(verdicts(said, 'to do')).toEqual([]);
  expect(verdicts(said, 'ok')).toHaveLength(12);
  expect([code, said.split('\n')[0]]).toEqual([0, `${SITE_URL}, from outside`]);
  await expect.poll(() => forms(site)).toEqual([expect.objectContaining({ status: 422 })]);
});

test.each<[string, Setting, string[]]>([
  [
    'a proxy that takes out what the site sends',
    {
      caddyfile: (text) =>
        text.replace(
          'reverse_proxy {$UPSTREAM} {',
          `reverse_proxy {$UPSTREAM} {
            header_up -Accept-Encoding
            header_down -Strict-Transport-Security
            header_down -ETag
            header_down X-Frame-Options SAMEORIGIN
            header_down Cache-Control "max-age=3600"`,
        ),
    },
    [
      'Strict-Transport-Security is missing',
      'X-Frame-Options is SAMEORIGIN',
      'Pages are not compressed',
      'Browsers would keep old pages',
      'browsers would not keep it',
      'Home answers 200 to a browser that has it',
      'The answer of the form could be kept',
    ],
  ],
  [
    'http that answers by itself, and the other name too',
    {
      caddyfile: (text) =>
        text
          .replace('redir https://{host}{uri} 308', 'respond hello')
          .replace('redir @elsewhere', '#'),
    },
    ['http://www.example.com/about answers 200', 'https://example.com/about answers 200'],
  ],
  [
    'the address of another site in its pages',
    { environment: { SITE_URL: 'https://staging.example.com' } },
    ['Home says that its address is https://staging.example.com/', 'does not name https://www.'],
  ],
  [
    'a certificate of an authority that nobody knows',
    { trusted: false },
    ['certificate', 'other name', 'Home', 'form'].map((what) => `${what}: unable to verify`),
  ],
])('golive ends with 1 for %s, and says what is wrong', async (_what, setting, faults) => {
  const { code, said } = await golive(setting);
  const found = verdicts(said, 'wrong').join('\n');
  for (const fault of faults) expect(found).toContain(fault);
  expect(code).toBe(1);
});

test('golive leaves to a person what may be meant, or cannot be asked', async () => {
  const { code, said } = await golive({ environment: { ALLOW_INDEXING: 'false' }, records: null });
  expect(verdicts(said, 'to do').join('\n')).toMatch(
    /Search engines are kept out.*could not be asked \(ETIMEOUT\).*could not be asked/s,
  );
  expect(code).toBe(0);
  const { said: without } = await golive({ records: {} });
  expect(without).toContain('example.com has no SPF');
});

test('golive takes the https address of a site and nothing else', async () => {
  for (const address of ['http://www.example.com', 'www.example.com', `${SITE_URL}/about`])
    expect(await run(address, '', {}, null)).toEqual({
      code: 1,
      said: 'golive takes the https address of the site, as in SITE_URL\n',
    });
});
