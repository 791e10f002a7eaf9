import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { sharedSite, startSite } from '../../test/support/site.ts';
import { siteFile } from '../../test/support/site-file.ts';
import { createEndpointRouter, describeEndpoints, type Endpoint } from './endpoints.ts';

const ENDPOINTS: Endpoint[] = [
  {
    path: '/ping',
    methods: ['GET'],
    cache: 'max-age=5',
    handlers: [(_request, response) => void response.end('pong')],
  },
  { path: '/api/pings/:id', methods: ['POST'], cache: 'no-store', handlers: [] },
  { path: '/pings.xml', methods: ['GET'], cache: 'no-store', crawled: true, handlers: [] },
];

test('derives methods, cache rule and reserved path of an endpoint from its entry', async () => {
  const app = express().use(createEndpointRouter(ENDPOINTS));
  const { text } = await request(app).get('/ping').expect(200).expect('Cache-Control', 'max-age=5');
  expect(text).toBe('pong');
  await request(app).head('/ping').expect(200);
  await request(app).post('/ping').expect(405).expect('Allow', 'GET, HEAD');
  await request(app).get('/Ping').expect(404);
  await request(app).get('/ping/').expect(404);

  const { isTaken, endpointTarget, allowed, disallowedPaths } = describeEndpoints(ENDPOINTS, [
    'favicon.ico',
  ]);
  expect(['/ping', '/api/anything', '/pings.xml', '/favicon.ico'].filter(isTaken)).toHaveLength(4);
  expect(['/', '/pin', '/about/ping'].filter(isTaken)).toEqual([]);
  expect([allowed('/ping?a=1'), allowed('/about')]).toEqual(['GET, HEAD', 'GET, HEAD']);
  expect(disallowedPaths).toEqual(['/api/', '/ping']);
  expect(endpointTarget('/ping?a=1')?.path).toBe('/ping');
  expect(['/', '/ping/', '/pings', '/api/pings/1'].map(endpointTarget)).toEqual(
    Array(4).fill(null),
  );
});

test('a redirect of the owner that would hide an endpoint or a file stops the start', async () => {
  const hidden = ['/contact.php', '/%72obots.txt', '/api/posts', '/favicon.ico'];
  const redirects = Object.fromEntries(hidden.map((from) => [from, '/contact']));
  const faults = hidden.map(
    (from) =>
      `SITE_FILE: redirects.${decodeURIComponent(from)}: cannot be redirected: the site uses this address itself`,
  );
  await expect(startSite({ SITE_FILE: siteFile({ redirects }) })).rejects.toThrow(
    faults.join('\n'),
  );
});

test('robots.txt keeps crawlers from what has nothing to index', async () => {
  const { url } = await sharedSite();
  const robots = await (await fetch(`${url}/robots.txt`)).text();
  expect(robots.match(/(?<=Disallow: ).+/g)).toEqual([
    '/api/',
    '/contact.php$',
    '/contact.php?',
    '/healthz$',
    '/healthz?',
    '/preview$',
    '/preview?',
    '/readyz$',
    '/readyz?',
    '/reports$',
    '/reports?',
    '/search$',
    '/search?',
    '/vitals$',
    '/vitals?',
    '/webhooks/',
  ]);
});
