import request from 'supertest';
import { expect, test } from 'vitest';
import { PUBLIC, sharedSite } from '../../support/site.ts';

/**
 * What Mozilla's HTTP Observatory takes off or adds (npm package @mdn/mdn-http-observatory 1.4.8,
 * src/analyzer and src/grader), for what the site decides. The redirect from http and the
 * certificate belong to the TLS proxy in front.
 */
const SIX_MONTHS_S = 15_552_000;
const BROAD = /^(?:https?:|ftp:|\*|https?:\/\/\*(?:\.\*)?)$/;

type Headers = Record<string, string | undefined>;

function contentSecurityPolicy(headers: Headers): number {
  const policy = headers['content-security-policy'];
  if (!policy) return -25;
  const directives = new Map(
    policy
      .split(';')
      .map((part) => [part.trim().split(' ')[0] ?? '', part.trim().split(' ').slice(1)]),
  );
  const sources = (name: string) => directives.get(name) ?? directives.get('default-src') ?? ['*'];
  const unsafe = (list: string[]) =>
    list.some((source) => BROAD.test(source) || ["'unsafe-inline'", 'data:'].includes(source));
  if (unsafe(sources('script-src')) || sources('object-src').some((source) => BROAD.test(source)))
    return -20;
  const active = [...directives]
    .filter(([name]) => !['img-src', 'media-src'].includes(name))
    .flatMap(([, list]) => list);
  if (active.some((source) => /^(?:http|ftp):/.test(source))) return -20;
  if (sources('script-src').includes("'unsafe-eval'")) return -10;
  if (['img-src', 'media-src'].flatMap(sources).some((source) => /^(?:http|ftp):/.test(source)))
    return -10;
  if (unsafe(sources('style-src'))) return 0;
  return directives.get('default-src')?.join() === "'none'" ? 10 : 5;
}

function strictTransportSecurity(headers: Headers): number {
  const maxAge = headers['strict-transport-security']?.match(/max-age=(\d+)/)?.[1];
  if (maxAge === undefined) return -20;
  return Number(maxAge) >= SIX_MONTHS_S ? 0 : -10;
}

const RULES: Record<string, (headers: Headers, html: string) => number> = {
  'content security policy': contentSecurityPolicy,
  cookies: (headers) => (headers['set-cookie'] === undefined ? 0 : -40),
  'cross-origin resource sharing': (headers) =>
    headers['access-control-allow-origin'] === undefined ? 0 : -50,
  'referrer policy': (headers) =>
    /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(
      headers['referrer-policy'] ?? '',
    )
      ? 5
      : -5,
  'strict transport security': strictTransportSecurity,
  'subresource integrity': (_headers, html) =>
    /<script[^>]*\ssrc="(?:https?:)?\/\//.test(html)
      ? -50
      : [...html.matchAll(/<script[^>]*\ssrc=[^>]*>/g)].every(([tag]) =>
            tag.includes(' integrity="'),
          )
        ? 5
        : 0,
  'content type options': (headers) => (headers['x-content-type-options'] === 'nosniff' ? 0 : -5),
  framing: (headers) =>
    /frame-ancestors '(?:none|self)'/.test(headers['content-security-policy'] ?? '') ? 5 : -20,
  'cross-origin resource policy': (headers) =>
    /^same-(?:origin|site)$/.test(headers['cross-origin-resource-policy'] ?? '') ? 10 : 0,
};

test.each(['/', '/blogs', '/contact', '/no-such-page'])(
  "Mozilla's HTTP Observatory gives %s 135 points under https, and 140 once HSTS is preloaded",
  async (path) => {
    const site = await sharedSite(PUBLIC);
    const { headers, text } = await request(site.server).get(path);
    const points = Object.entries(RULES).map(
      ([name, rule]) => [name, rule(headers, text)] as const,
    );
    expect(points.filter(([, given]) => given < 0)).toEqual([]);
    expect(points.reduce((sum, [, given]) => sum + given, 100)).toBeGreaterThanOrEqual(135);
  },
);
