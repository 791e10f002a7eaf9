import { expect, test } from 'vitest';
import { startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { startSite } from '../../test/support/site.ts';
import { isHuman } from './load-page.ts';

const PERSON =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';

/** Reads a streamed page to its end. @param release lets the service answer: the shell is there */
async function readStreamed(response: Response, release: () => void): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('<footer')) release();
  }
  return text;
}

test("sends a person the list in 'Loading...' at once and the posts when they come", async () => {
  const service = await startContentfulStandIn();
  const release = service.hold();
  const site = await startSite(service.environment);
  const response = await fetch(`${site.url}/blogs`, { headers: { 'User-Agent': PERSON } });
  expect(response.status).toBe(200);
  const text = await readStreamed(response, release);
  const shell = text.slice(0, text.indexOf('<footer'));
  for (const part of ['Loading...', 'href="tel:']) expect(shell).toContain(part);
  expect(text).toContain(service.entry('credit-hire-in-plain-english').fields.title);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const nonce = response.headers.get('content-security-policy')?.match(/'nonce-([^']+)'/)?.[1];
  expect(nonce).toBeTruthy();
  for (const [, attributes = ''] of text.matchAll(/<script((?![^>]*type="application)[^>]*)>/g))
    if (!attributes.includes('src=')) expect(attributes).toContain(`nonce="${nonce}"`);
  expect(text.match(/id="blog-cache"/g)).toHaveLength(1);
});

test('browsers that do not say Mozilla are people, scripts and feed readers are not', () => {
  for (const browser of [
    PERSON,
    '[FBAN/FB4A;FBAV/440.0.0.30.108;FBBV/543;FBDM/{density=2.0};FBLC/en_GB;FBDV/SM-A135F]',
    '[FBAN/FBIOS;FBAV/441.0;FBDV/iPhone14,5;FBLC/en_GB]',
    'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/191.308; U; en) Presto/2.12.423 Version/12.16',
    'UCWEB/2.0 (Java; U; MIDP-2.0; en-US; nokia206) U2/1.0.0 UCBrowser/9.4.1.482 U2/1.0.0 Mobile',
  ])
    expect(isHuman(browser), browser).toBe(true);
  for (const other of [
    undefined,
    '',
    'curl/8.5.0',
    'Feedly/1.0',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  ])
    expect(isHuman(other), other).toBe(false);
});
