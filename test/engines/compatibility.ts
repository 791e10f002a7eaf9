import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BROWSERS } from '../../build/options.ts';

/** The oldest browsers in which everything works, such as safari and 16.4. */
export const FLOORS = BROWSERS.map((browser) => {
  const [, name = '', version] = /([a-z]+)(.+)/.exec(browser) ?? [];
  return { name, version: Number(version) };
});

interface Support {
  version_added: string | false;
  version_removed?: string;
  flags?: unknown;
  prefix?: string;
  alternative_name?: string;
}

/** A tree of features: `__compat` says where each is supported. */
type Features = { [name: string]: Features };

/** https://github.com/mdn/browser-compat-data */
const FILE = fileURLToPath(import.meta.resolve('@mdn/browser-compat-data'));
const FEATURES: Features = JSON.parse(readFileSync(FILE, 'utf8'));

/** The feature at a path such as `css.properties.zoom`. */
export function featureAt(path: string): Features | undefined {
  return path.split('.').reduce<Features | undefined>((feature, name) => feature?.[name], FEATURES);
}

/** The first version of a browser with a feature, without flag or prefix; infinite if there is none. */
export function since(path: string, browser: string): number {
  const support = featureAt(`${path}.__compat.support.${browser}`) ?? [];
  const versions = [support as unknown as Support | Support[]].flat().flatMap((entry) => {
    const { flags, prefix, alternative_name, version_removed, version_added } = entry;
    const version = Number.parseFloat(String(version_added).replace('≤', ''));
    const usable = !flags && !prefix && !alternative_name && !version_removed;
    return usable && !Number.isNaN(version) ? [version] : [];
  });
  return Math.min(Number.POSITIVE_INFINITY, ...versions);
}

/** Whether a browser lacks a feature. What nobody has described is taken as there. */
export function lacks(path: string, browser: string, version: number): boolean {
  return featureAt(`${path}.__compat`) !== undefined && since(path, browser) > version;
}

/** Whether one of the floors lacks a feature. */
export function isBeyondFloors(path: string): boolean {
  return FLOORS.some(({ name, version }) => lacks(path, name, version));
}
