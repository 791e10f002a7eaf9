import { expect, test } from 'vitest';
import { startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { startSite } from '../../test/support/site.ts';

const PERSON =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';

/** Reads an answer as it comes, each piece with what the service had answered by then. */
async function pieces(url: string, userAgent: string, answered: () => boolean) {
  const response = await fetch(url, { headers: { 'User-Agent': userAgent } });
  const gathered: { text: string; answered: boolean }[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
    gathered.push({ text: decoder.decode(chunk, { stream: true }), answered: answered() });
  return { response, gathered, text: gathered.map(({ text }) => text).join('') };
}

test.each(['/blogs', '/blogs/credit-hire-in-plain-english'])(
  "around a slow content service a person gets the shell of %s in 'Loading...' at once and the rest when it comes",
  async (path) => {
    const service = await startContentfulStandIn();
    service.delayMs = 700;
    const site = await startSite(service.environment);
    const { response, gathered, text } = await pieces(
      site.url + path,
      PERSON,
      () => site.library.known().length > 0,
    );
    expect(response.status).toBe(200);
    const shell = gathered
      .filter((piece) => !piece.answered)
      .map((piece) => piece.text)
      .join('');
    for (const part of ['Loading...', 'href="tel:', '<footer']) expect(shell).toContain(part);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const nonce = response.headers.get('content-security-policy')?.match(/'nonce-([^']+)'/)?.[1];
    expect(nonce).toBeTruthy();
    for (const [, attributes = ''] of text.matchAll(/<script((?![^>]*type="application)[^>]*)>/g))
      if (!attributes.includes('src=')) expect(attributes).toContain(`nonce="${nonce}"`);
    expect(text.match(/id="blog-cache"/g)).toHaveLength(1);
  },
);
