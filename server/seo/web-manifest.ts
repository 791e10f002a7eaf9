import { resolveText } from '../../shared/head/head.ts';
import { metadata as accident } from '../../shared/pages/Accident.tsx';
import { metadata as contact } from '../../shared/pages/Contact.tsx';
import { metadata as home } from '../../shared/pages/Home.tsx';
import { ICON_PATH } from '../../shared/routes.ts';
import type { WordingInput } from '../../shared/site/claims.ts';
import type { Assets } from '../http/assets.ts';

/** The build's icons for home screens that take no SVG (Android). They show the default mark. */
export const PNG_ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/**
 * Writes the web app manifest, which tells a phone what to show on its home screen. It is generated
 * because it carries the company's name. An installed site opens with the accident page, which
 * needs no connection. `minimal-ui` lets browsers install it and keeps the address in sight, so
 * that visitors see whose site asks for their phone number.
 */
export function webManifest(
  facts: WordingInput,
  { colours, icon }: Pick<Assets, 'colours' | 'icon'>,
): string {
  const any = { src: ICON_PATH, sizes: 'any', type: 'image/svg+xml' };
  const own = icon && { ...any, src: icon.path, type: icon.contentType.replace(/;.*/, '') };
  return JSON.stringify({
    id: '/',
    name: facts.company.name,
    short_name: facts.company.name,
    description: resolveText(home.description, facts),
    lang: 'en-GB',
    start_url: '/accident',
    display: 'minimal-ui',
    background_color: colours.page,
    theme_color: colours.brand,
    icons: own ? [own] : [any, ...PNG_ICONS],
    shortcuts: [
      { name: accident.breadcrumb, url: '/accident' },
      { name: contact.breadcrumb, url: '/contact' },
    ],
  });
}
