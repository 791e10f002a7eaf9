/** Elements that draw, group or paint, and can do nothing else. */
const SHAPES = new Set(
  'svg g defs path rect circle ellipse line polyline polygon clipPath linearGradient radialGradient stop'.split(
    ' ',
  ),
);
const NAMESPACE = 'http://www.w3.org/2000/svg';

/** A whole start, end or empty tag, with what stands before it; XML 1.0 in its plainest form. */
const TAG = /([^<]*)<(\/?)([A-Za-z]+)((?:\s+[A-Za-z][\w-]*="[^"<&]*")*)\s*(\/?)>/y;
const ATTRIBUTE = /([A-Za-z][\w-]*)="([^"]*)"/g;
/** Handlers, styles, and whatever leads elsewhere. */
const REFUSED_NAME = /^(on.*|style|class|href|src|base|lang)$/i;
const INNER_REFERENCE = /^url\(#[\w-]+\)$/;

/**
 * Whether a text is a square SVG made of shapes alone: every tag and attribute is one that is known
 * to be harmless, so nothing runs, loads, links or styles, wherever the picture is shown.
 */
export function isPlainSquare(text: string): boolean {
  const open: string[] = [];
  let end = 0;
  let isFirst = true;
  for (const [tag, before = '', closes, name = '', attributes = '', isEmpty] of text.matchAll(
    new RegExp(TAG, 'gy'),
  )) {
    if (before.trim() !== '' || !SHAPES.has(name)) return false;
    if (isFirst ? name !== 'svg' || !isRoot(attributes) : open.length === 0) return false;
    if (!hasPlainAttributes(attributes)) return false;
    if (closes) {
      if (open.pop() !== name || attributes) return false;
    } else if (!isEmpty) open.push(name);
    isFirst = false;
    end += tag.length;
  }
  return !isFirst && open.length === 0 && text.slice(end).trim() === '';
}

function isRoot(attributes: string): boolean {
  const values = new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, value]),
  );
  const [, , width = 0, height = 1] = (values.get('viewBox') ?? '').split(/[\s,]+/).map(Number);
  return values.get('xmlns') === NAMESPACE && width > 0 && width === height;
}

function hasPlainAttributes(attributes: string): boolean {
  return [...attributes.matchAll(ATTRIBUTE)].every(([, name = '', value = '']) => {
    if (REFUSED_NAME.test(name)) return false;
    return name === 'xmlns'
      ? value === NAMESPACE
      : !/url\(|:|\\/i.test(value) || INNER_REFERENCE.test(value);
  });
}
