import { expect, test } from 'vitest';
import { startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { startSite } from '../../test/support/site.ts';

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

test("when the content service is slow, a person gets the shell of the list in 'Loading...' at once and the rest when it comes", async () => {
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
