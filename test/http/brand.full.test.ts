import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { openDesk } from '../../server/callbacks/desk/desk.ts';
import { readConfig } from '../../server/config/config.ts';
import { STATIC_PATHS } from '../../shared/addresses.ts';
import { SERVICE_WORKER_PATH } from '../../shared/site/offline.ts';
import { serve } from '../support/serve.ts';
import { startSite } from '../support/site.ts';

const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';
const COLOURS = { primary: '#1d3f8f', accent: '#ffb000' };
/** With their widths in pixels. */
const ICONS = {
  ...{ '/favicon.ico': 32, '/apple-touch-icon.png': 180, '/icon-192.png': 192 },
  ...{ '/icon-512.png': 512, '/icon-maskable-512.png': 512 },
};

function siteFile(content: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'brand-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'site.json'), JSON.stringify(content));
  return join(folder, 'site.json');
}

/** Every value that a stylesheet gives its colour tokens. */
function tokensOf(css: string): Record<string, string[]> {
  const tokens: Record<string, string[]> = {};
  for (const [, name = '', value = ''] of css.matchAll(/(--[\w-]+): ?(#[\da-f]+)/g))
    tokens[name] = [...(tokens[name] ?? []), value];
  return tokens;
}

/** The last picture of an .ico, or the PNG itself. */
const pngIn = (file: Buffer) => file.subarray(file.lastIndexOf('\x89PNG', undefined, 'latin1'));

/** A picture as `rrggbb` by pixel. */
async function decoded(file: Buffer) {
  const picture = sharp(pngIn(file)).removeAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const colours = data.toString('hex').match(/.{6}/g) as string[];
  return { info, colours };
}

async function pictureAt(url: string) {
  const answer = await fetch(url);
  expect(answer.status, url).toBe(200);
  expect(answer.headers.get('content-type'), url).toMatch(/^image\/(?:png|x-icon)$/);
  return decoded(Buffer.from(await answer.arrayBuffer()));
}

/** The most that a channel differs by. */
const apart = (colour: string, other: string) =>
  Math.max(
    ...[0, 2, 4].map((at) =>
      Math.abs(
        Number(`0x${colour.slice(at, at + 2)}`) - Number(`0x${other.slice(at + 1, at + 3)}`),
      ),
    ),
  );

const startBranded = (brand: object, environment = {}) =>
  startSite({ SITE_FILE: siteFile({ brand }), ...environment });

test('the owner’s colours are in every stylesheet, which the policy allows, and in the manifest', async () => {
  const { url } = await startBranded(COLOURS);
  for (const path of [...STATIC_PATHS, '/no-such-page']) {
    const answer = await fetch(url + path);
    const [, css = ''] = /<style[^>]*>([^<]*)/.exec(await answer.text()) ?? [];
    expect(tokensOf(css), path).toMatchObject({
      '--brand': ['#1d3f8f'],
      '--accent': ['#ffb000'],
      '--accent-card': ['#ffe9b8', '#252911'],
    });
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
});

test('every icon is drawn in the owner’s colours', async () => {
  const { url } = await startBranded(COLOURS);
  const icon = await fetch(`${url}/favicon.svg`);
  expect(icon.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
  const built = readFileSync('public/favicon.svg', 'utf8');
  expect(await icon.text()).toBe(
    built.replaceAll('#00573f', '#1d3f8f').replaceAll('#ffd21f', '#ffb000'),
  );
  for (const [path, width] of Object.entries(ICONS)) {
    const { info, colours } = await pictureAt(url + path);
    expect(info, path).toMatchObject({ width, height: width });
    expect(colours, path).toEqual(expect.arrayContaining(['1d3f8f', 'ffb000', 'ffffff']));
    expect(colours, path).not.toContain('00573f');
  }
});

test('the owner’s mark is every icon and stands in header and footer', async () => {
  const { url } = await startBranded({ mark: MARK });
  expect(await (await fetch(`${url}/favicon.svg`)).text()).toBe(MARK);
  const home = await (await fetch(url)).text();
  expect(home.match(/<image href="\/favicon\.svg"/g)).toHaveLength(2);
  expect(home).not.toContain('M10 33.5');
  for (const path of Object.keys(ICONS)) {
    const { info, colours } = await pictureAt(url + path);
    const middle = info.width * Math.floor(info.height / 2) + info.width / 2;
    expect(colours[middle], path).toBe('000000');
    if (!/icon-\d|ico$/.test(path)) expect(colours[0], path).toBe('ffffff');
  }
});

test('the sign of each shared picture is in the owner’s colours, and nothing around it', async () => {
  const { url } = await startBranded(COLOURS);
  for (const file of globSync('social/*.png', { cwd: 'public' })) {
    const { info, colours } = await pictureAt(`${url}/${file}`);
    const { colours: built } = await decoded(readFileSync(`public/${file}`));
    expect(info, file).toMatchObject({ width: 1200, height: 630 });
    const [ground, first] = ['00573f', 'ffd21f'].map((colour) => built.indexOf(colour)) as [
      number,
      number,
    ];
    expect(apart(colours[ground] as string, COLOURS.primary), file).toBeLessThanOrEqual(2);
    expect(apart(colours[first] as string, COLOURS.accent), file).toBeLessThanOrEqual(8);
    const road = 1200 * 390;
    expect(colours.slice(road).join() === built.slice(road).join(), file).toBe(true);
  }
});

test('the desk is in the owner’s colours, which its policy allows', async () => {
  const password = 'a-password-of-the-desk';
  const site = await startBranded(COLOURS, { DESK_PASSWORD: password });
  const url = await serve(openDesk(site) as never);
  const authorization = `Basic ${btoa(`a:${password}`)}`;
  const answer = await fetch(`${url}/callbacks`, { headers: { authorization } });
  const [, css = ''] = /<style>(.*?)<\/style>/s.exec(await answer.text()) ?? [];
  expect(tokensOf(css)['--brand']).toEqual(['#1d3f8f']);
  const hash = createHash('sha256').update(css).digest('base64');
  expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
});

test('without a brand everything is as it was built', async () => {
  const { url } = await startSite({ SITE_FILE: siteFile({}) });
  const icon = await (await fetch(`${url}/favicon.svg`)).text();
  expect(icon).toBe(readFileSync('public/favicon.svg', 'utf8'));
  for (const path of [...Object.keys(ICONS), '/social/home.png']) {
    const bytes = Buffer.from(await (await fetch(url + path)).arrayBuffer());
    expect(bytes.equals(readFileSync(`public${path}`)), path).toBe(true);
  }
  expect(await (await fetch(url)).text()).toContain('rel="apple-touch-icon"');
});

test('a colour without enough contrast stops the start, by its path and with the nearest that will do', () => {
  const read = (brand: object) => readConfig({ SITE_FILE: siteFile({ brand }) });
  expect(() => read({ primary: '#7a9cff' })).toThrow(
    /^SITE_FILE: brand\.primary: has too little contrast .* nearest colour that has enough is #[\da-f]{6}$/,
  );
  expect(() => read({ accent: '#0b1f1a' })).toThrow(/^SITE_FILE: brand\.accent: /);
  expect(() => read({ mark: '<svg onload="x">' })).toThrow(
    /^SITE_FILE: brand\.mark: takes a square/,
  );
});
