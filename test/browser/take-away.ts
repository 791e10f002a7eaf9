import type { Page } from '@playwright/test';

/** Rules of a stylesheet without a feature, which a browser that lacks it would not know. */
function cssWithout(css: string, path: string): string {
  const [, kind, name = '', part] = path.split('.');
  if (kind === 'selectors') return css.replace(RegExp(`:${name}\\b(?!-)`, 'g'), `:unknown-${name}`);
  if (kind === 'at-rules')
    return part
      ? css.replace(RegExp(`(@${name}[^{]*?\\()${part}\\b`, 'g'), '$1unknown')
      : css.replace(RegExp(`@${name}\\b(?!-)`, 'g'), `@unknown-${name}`);
  const before = `((?:^|[{};(\\s])${name}:\\s*)`;
  return part
    ? css.replace(RegExp(`${before}${part}\\b`, 'g'), '$1unknown')
    : css.replace(RegExp(before, 'g'), (declaration) =>
        declaration.replace(/([a-z])/, 'unknown-$1'),
      );
}

function htmlWithout(html: string, path: string): string {
  const [, kind, tag, attribute = tag] = path.split('.');
  const element = kind === 'elements' ? tag : '[a-z]+';
  return html.replace(
    RegExp(`(<${element}\\s(?:[^<>]*\\s)?)(${attribute}[\\s=>])`, 'gi'),
    '$1data-$2',
  );
}

interface Lacking {
  /** Tag, `*` for any, and name. */
  attributes: (readonly [string, string])[];
  selectors: string[];
  /** Interface and member. */
  members: (readonly [string, string])[];
}

/** Runs in the page, before anything else there. */
function lack({ attributes, selectors, members }: Lacking): void {
  for (const [owner, name] of members) {
    if (owner === 'TrustedTypePolicyFactory') Reflect.deleteProperty(window, 'trustedTypes');
    else if (owner === 'Window') Reflect.deleteProperty(window, name);
    else Reflect.deleteProperty(Reflect.get(window, owner).prototype, name);
  }
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    const unknown = attributes.some(
      ([tag, attribute]) =>
        attribute === name.toLowerCase() && (tag === '*' || tag === this.localName),
    );
    setAttribute.call(this, unknown ? `data-${name}` : name, value);
  };
  for (const name of ['matches', 'closest', 'querySelector', 'querySelectorAll'] as const) {
    const original = Element.prototype[name] as (selector: string) => unknown;
    Object.assign(Element.prototype, {
      [name](this: Element, selector: string) {
        if (selectors.some((unknown) => selector.includes(`:${unknown}`)))
          throw new DOMException(selector, 'SyntaxError');
        return original.call(this, selector);
      },
    });
  }
}

/**
 * Takes features out of pages, stylesheets and the browser. The policy holds a hash of the styles:
 * the test must use `bypassCSP`.
 * @param paths as in https://github.com/mdn/browser-compat-data
 * @returns those of pages and stylesheets that have not been found there yet
 */
export async function takeAway(page: Page, paths: readonly string[]): Promise<Set<string>> {
  const named = (start: string) =>
    paths.flatMap((path) => (path.startsWith(start) ? [path.slice(start.length).split('.')] : []));
  await page.addInitScript(lack, {
    attributes: [
      ...named('html.global_attributes.').map(([name = '']) => ['*', name] as const),
      ...named('html.elements.').map(([tag = '', name = '']) => [tag, name] as const),
    ],
    selectors: named('css.selectors.').map(([name = '']) => name),
    members: named('api.').map(([owner = '', name = '']) => [owner, name] as const),
  });
  const missing = new Set(paths.filter((path) => !path.startsWith('api.')));
  const without = (text: string, kind: 'css' | 'html') =>
    paths
      .filter((path) => path.startsWith(kind))
      .reduce((left, path) => {
        const changed = (kind === 'css' ? cssWithout : htmlWithout)(left, path);
        if (changed !== left) missing.delete(path);
        return changed;
      }, text);
  await page.route(
    ({ pathname }) => !pathname.includes('.') || pathname.endsWith('.css'),
    async (route) => {
      const answer = await route.fetch();
      const type = answer.headers()['content-type'] ?? '';
      if (!/html|css/.test(type)) return route.fulfill({ response: answer });
      const text = await answer.text();
      const body = type.includes('css')
        ? without(text, 'css')
        : without(text, 'html').replace(
            /(<style[^>]*>)(.*?)(?=<\/style>)/s,
            (_, tag, css) => tag + without(css, 'css'),
          );
      return route.fulfill({ response: answer, body });
    },
  );
  return missing;
}
