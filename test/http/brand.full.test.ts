import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createDesk } from '../../server/callbacks/desk/desk.ts';
import { STATIC_PATHS } from '../../shared/routes.ts';
import { SERVICE_WORKER_PATH } from '../../shared/site/offline.ts';
import { serve } from '../support/serve.ts';
import { startSite } from '../support/site.ts';
import { siteFile } from '../support/site-file.ts';

const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><style>circle{fill:red}</style><circle cx="4" cy="4" r="4"/></svg>';
const COLOURS = { primary: '#1d3f8f', accent: '#ffb000' };
const BUILT_ICONS = [
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
];

/** Returns every value of the colour tokens in a stylesheet. */
function tokensOf(css: string): Record<string, string[]> {
  const tokens: Record<string, string[]> = {};
  for (const [, name = '', value = ''] of css.matchAll(/(--[\w-]+): ?(#[\da-f]+)/g))
    tokens[name] = [...(tokens[name] ?? []), value];
  return tokens;
}

const startBranded = (brand: object, environment = {}) =>
  startSite({ SITE_FILE: siteFile({ brand }), ...environment });

test('the owner’s colours are in stylesheets, manifest and icon, as the policy allows', async () => {
  const { url } = await startBranded(COLOURS);
  for (const path of [...STATIC_PATHS, '/no-such-page']) {
    const answer = await fetch(url + path);
    const [, css = ''] = /<style[^>]*>(.*?)<\/style>/s.exec(await answer.text()) ?? [];
    expect(tokensOf(css), path).toMatchObject({ '--brand': ['#1d3f8f'], '--accent': ['#ffb000'] });
    expect(css.match(/--accent-card:color-mix\(in srgb,var\(--accent\)/g), path).toHaveLength(2);
    const hash = createHash('sha256').update(css.replaceAll('&amp;', '&')).digest('base64');
    expect(answer.headers.get('content-security-policy'), path).toContain(`'sha256-${hash}'`);
  }
  const manifest = await (await fetch(`${url}/manifest.webmanifest`)).json();
  expect(manifest.theme_color).toBe('#1d3f8f');
  // Vehicles keep their paint.
  for (const path of [...STATIC_PATHS, '/manifest.webmanifest', SERVICE_WORKER_PATH]) {
    const text = (await (await fetch(url + path)).text()).replace(/--v-[\w-]+: ?#\w+/g, '');
    expect(text, path).not.toMatch(/#00573f|#ffd21f/i);
  }
  const icon = await fetch(`${url}/favicon.svg`);
  expect(icon.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
  const built = readFileSync('public/favicon.svg', 'utf8');
  expect(await icon.text()).toBe(
    built.replaceAll('#00573f', '#1d3f8f').replaceAll('#ffd21f', '#ffb000'),
  );
});

const PNG = await sharp({ create: { width: 256, height: 256, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

test.each([
  ['mark.svg', Buffer.from(MARK), '/favicon.svg', 'image/svg+xml'],
  ['mark.png', PNG, '/favicon.png', 'image/png'],
])('%s is the only icon, and stands in header and footer', async (mark, bytes, iconPath, type) => {
  const file = siteFile({ brand: { mark } });
  writeFileSync(join(dirname(file), mark), bytes);
  const { url } = await startSite({ SITE_FILE: file });
  const textAt = async (path: string) => (await fetch(url + path)).text();
  const response = await fetch(url + iconPath);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  expect(response.headers.get('content-type')).toContain(type);
  expect(response.headers.get('content-security-policy')).toBe(
    "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  );
  const home = await textAt('/');
  expect(home.match(new RegExp(`<image href="${iconPath}"`, 'g'))).toHaveLength(2);
  expect(home).toContain(`<link rel="icon" href="${iconPath}" type="${type}"/>`);
  const otherIcons = ['/favicon.svg', ...BUILT_ICONS].filter((path) => path !== iconPath);
  const paths = [...STATIC_PATHS, '/no-such-page', '/feed.xml', SERVICE_WORKER_PATH];
  for (const path of [...paths, '/manifest.webmanifest']) {
    const text = await textAt(path);
    expect(text, path).not.toContain('M10 33.5');
    for (const icon of otherIcons) expect(text, path).not.toContain(icon);
  }
  const { icons } = JSON.parse(await textAt('/manifest.webmanifest'));
  expect(icons).toEqual([{ src: iconPath, sizes: 'any', type }]);
  for (const path of otherIcons) expect((await fetch(url + path)).status, path).toBe(404);
});

test('the desk is in the owner’s colours, which its policy allows', async () => {
  const password = 'a-password-of-the-desk';
  const site = await startBranded(COLOURS, { DESK_PASSWORD: password });
  const url = await serve(createDesk(() => site) as never);
  const authorization = `Basic ${btoa(`a:${password}`)}`;
  const answer = await fetch(`${url}/callbacks`, { headers: { authorization } });
  const [, css = ''] = /<style>(.*?)<\/style>/s.exec(await answer.text()) ?? [];
  expect(tokensOf(css)['--brand']).toEqual(['#1d3f8f']);
  const hash = createHash('sha256').update(css).digest('base64');
  expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
});
