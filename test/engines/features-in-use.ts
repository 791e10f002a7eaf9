import { featureAt, isBeyondFloors } from './compatibility.ts';

const UNITS: Record<string, string> = {
  svh: 'viewport_percentage_units_small',
  dvh: 'viewport_percentage_units_dynamic',
  lvh: 'viewport_percentage_units_large',
  cqi: 'container_query_length_units',
};

/** Paths of the features that a stylesheet uses, known or not. */
export function featuresOfCss(text: string): Set<string> {
  const used = new Set<string>();
  const css = text.replaceAll(/\/\*.*?\*\/|"[^"]*"|url\([^)]*\)/gs, '""');
  for (const [, part = '', end] of css.matchAll(/([^{};]*)([{};])/g)) {
    const [, rule] = /^\s*@([a-z-]+)/.exec(part) ?? [];
    const [, property, value = ''] = /^\s*([a-z-]+)\s*:(.*)$/s.exec(part) ?? [];
    if (rule) {
      used.add(`css.at-rules.${rule}`);
      for (const [, name] of part.matchAll(/\(([a-z-]+)/g))
        used.add(`css.at-rules.${rule}.${name}`);
    } else if (end === '{') {
      for (const [, name] of part.matchAll(/::?([a-z-]+)/g)) used.add(`css.selectors.${name}`);
    } else if (property && !property.startsWith('--')) {
      used.add(`css.properties.${property}`);
      for (const [name] of value.matchAll(/(?<![\w-])[a-z-]+/g))
        used.add(`css.properties.${property}.${name}`);
      for (const [, unit = ''] of value.matchAll(/\d([a-z]+)/g))
        if (UNITS[unit]) used.add(`css.types.length.${UNITS[unit]}`);
    }
  }
  return used;
}

/** What the site's scripts talk to. Others have members that share a name with a library's own. */
const OBJECTS = [
  ...'AbortSignal Animation Document Element HTMLDetailsElement HTMLDialogElement HTMLElement History Navigator Performance PerformanceObserver Request Response Scheduler TrustedTypePolicyFactory URL Window'
    .split(' ')
    .map((name) => `api.${name}`),
  ...'Array Intl Iterator JSON Map Math Object Promise Set String'
    .split(' ')
    .map((name) => `javascript.builtins.${name}`),
];

/** Names of members, each with every path that it has in the data. */
const MEMBERS = new Map<string, string[]>();
for (const object of OBJECTS)
  for (const key of Object.keys(featureAt(object) ?? {})) {
    const name = key.replace('_static', '');
    MEMBERS.set(name, [...(MEMBERS.get(name) ?? []), `${object}.${key}`]);
  }

/**
 * Paths of the features that a script names and the floors lack. A name that several objects have
 * counts only if none of them is there: which is meant, nobody can tell from the code alone. Names
 * of up to three letters are a minifier's.
 */
export function featuresOfScript(code: string): Set<string> {
  const used = new Set<string>();
  // In minified code a name after a dot is a member of something.
  for (const [, name = ''] of code.matchAll(/\.([a-z]\w{3,})/gi)) {
    const [path = '', ...others] = MEMBERS.get(name) ?? [];
    if ([path, ...others].every(isBeyondFloors)) used.add(path);
  }
  return used;
}

/** Paths of the elements and attributes of a page. */
export function featuresOfHtml(html: string): Set<string> {
  const used = new Set<string>();
  for (const [, tag = '', attributes = ''] of html.matchAll(/<([a-z]+\d?)((?:\s[^<>]*)?)>/g)) {
    used.add(`html.elements.${tag}`);
    for (const [, name = ''] of attributes.replaceAll(/"[^"]*"/g, '').matchAll(/\s([a-z]+)/gi)) {
      const key = name.toLowerCase();
      used.add(`html.elements.${tag}.${key}`).add(`html.global_attributes.${key}`);
    }
  }
  return used;
}
