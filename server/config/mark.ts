const NAMESPACE = 'http://www.w3.org/2000/svg';

/**
 * Scripts, styles, links and outside references. Nothing of them would work: the mark is shown only
 * as a picture, and sent under a policy that allows nothing. An owner learns of it here.
 */
const REFUSED = [
  /<([\w-]+:)?(script|style|a|foreignObject)\b/i,
  /\s(on\w+|style|src)\s*=/i,
  /href\s*=\s*["'](?!#)/i,
  /url\(\s*["']?(?!#)/i,
];

/** Whether a text is one square SVG without scripts, styles, links and outside references. */
export function isPlainSquare(svg: string): boolean {
  const [root = ''] = /^<svg\s[^>]*>/.exec(svg) ?? [];
  const [, viewBox = ''] = /\sviewBox="([^"]*)"/.exec(root) ?? [];
  const [, , width = 0, height = 1] = viewBox.split(/[\s,]+/).map(Number);
  return (
    root.includes(`xmlns="${NAMESPACE}"`) &&
    width > 0 &&
    width === height &&
    svg.endsWith('</svg>') &&
    !REFUSED.some((rule) => rule.test(svg))
  );
}
