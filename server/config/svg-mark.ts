import sax from 'sax';
import {
  ELEMENTS,
  OTHER_ATTRIBUTES,
  PRESENTATION_ATTRIBUTES,
  STYLE_PROPERTIES,
  WITHOUT_EFFECT,
} from './svg-names.ts';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

/**
 * Prefixes of elements and attributes that drawing programs write for themselves. They are dropped.
 */
const EDITORS =
  /^https?:\/\/(www\.inkscape\.org|sodipodi\.sourceforge\.net|ns\.adobe\.com|www\.bohemiancoding\.com)\//;

/**
 * Functions of CSS and of `transform` that bring in nothing; `url` stands for a part of the mark.
 */
const FUNCTIONS =
  /^(rgba?|hsla?|hwb|(ok)?(lab|lch)|color|matrix|translate[XY]?|scale[XY]?|rotate|skew[XY]|calc|url)$/i;
const PART_OF_THE_MARK = /^\s*(["']?)#[\w.-]+\1\s*\)/;

const RULE =
  'must be a square SVG with a viewBox such as "0 0 40 40" and no scripts, styles, links or outside references';

/** Said of a mark that cannot be used. */
class Refusal extends Error {}

const refuse = (why: string): never => {
  throw new Refusal(why);
};

/**
 * A mark as the site shows it: the text of a square SVG, of which only what draws is kept. A
 * `style` attribute becomes the attributes of which it consists, unless one of its properties is no
 * attribute.
 * @returns the text, or which rule the mark breaks
 */
export function parseMark(svg: string): { mark: string } | { issue: string } {
  try {
    return { mark: rewritten(svg) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { issue: `${RULE}: ${error.message}` };
  }
}

function rewritten(svg: string): string {
  const parser = sax.parser(true, { xmlns: true });
  let text = '';
  /** The number of open elements within a dropped one. */
  let leftOut = 0;
  let open = 0;
  /** True while the output ends with a start tag that has no content yet. */
  let isEmpty = false;
  const write = (more: string) => {
    if (isEmpty) text += '>';
    isEmpty = false;
    text += more;
  };
  parser.onerror = ({ message }) => {
    const [what = ''] = message.split('\n');
    refuse(`it is not well-formed (${what}, line ${parser.line + 1})`);
  };
  parser.ondoctype = (type) => {
    if (type.includes('[')) refuse('its DOCTYPE has definitions');
  };
  parser.onprocessinginstruction = ({ name }) => {
    if (name !== 'xml') refuse(`it has the instruction <?${name}?>`);
  };
  parser.onopentag = (node) => {
    const tag = node as sax.QualifiedTag;
    if (leftOut > 0 || EDITORS.test(tag.uri) || tag.local === 'metadata') {
      leftOut += 1;
      return;
    }
    if (open === 0) checkRoot(tag);
    else if (tag.uri !== SVG || !ELEMENTS.has(tag.local))
      refuse(`it has the element <${tag.name}>`);
    open += 1;
    write(`<${tag.local}${open === 1 ? ` xmlns="${SVG}"` : ''}${attributesOf(tag)}`);
    isEmpty = true;
  };
  parser.onclosetag = (name) => {
    if (leftOut > 0) leftOut -= 1;
    else if (isEmpty) {
      text += '/>';
      isEmpty = false;
    } else text += `</${name.replace(/^.*:/, '')}>`;
  };
  parser.ontext = (words) => {
    if (leftOut === 0 && open > 0) write(escaped(words));
  };
  parser.oncdata = parser.ontext;
  parser.write(svg).close();
  return open > 0 ? text : refuse('it is empty');
}

function checkRoot({ local, uri, attributes }: sax.QualifiedTag): void {
  if (local !== 'svg' || uri !== SVG) refuse(`it does not begin with <svg xmlns="${SVG}">`);
  const [, , width = 0, height = 1] = (attributes.viewBox?.value ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(width > 0 && width === height)) refuse('its viewBox is missing or not square');
}

/** The attributes that are kept, each as it is written. */
function attributesOf({ attributes }: sax.QualifiedTag): string {
  const kept = new Map<string, string>();
  const styles: string[] = [];
  for (const { name, local, prefix, uri, value } of Object.values(attributes)) {
    if (/^on/i.test(local)) refuse(`it has a script in ${name}`);
    else if (local === 'href' && (uri === XLINK || prefix === ''))
      kept.set('href', /^#[\w.-]+$/.test(value) ? value : refuse(`${name} leads out of it`));
    else if (name === 'style') styles.push(value);
    else if (PRESENTATION_ATTRIBUTES.has(name) || OTHER_ATTRIBUTES.has(name))
      kept.set(name, checkedValue(name, value));
  }
  const declarations = styles.flatMap(declarationsOf);
  if (declarations.some(([name]) => STYLE_PROPERTIES.has(name)))
    kept.set('style', declarations.map((declaration) => declaration.join(':')).join(';'));
  else for (const [name, value] of declarations) kept.set(name, value);
  return [...kept].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
}

/** Values with which a property changes nothing of a mark. */
const INITIAL = /^(normal|none|auto|mixed)$/;

/** Parses a `style` attribute. */
function declarationsOf(style: string): [name: string, value: string][] {
  const declarations = style.replace(/\/\*[\s\S]*?\*\//g, '').split(';');
  return declarations.flatMap((declaration): [string, string][] => {
    const [, name = '', value = ''] =
      /^\s*([\w-]+)\s*:\s*(.*?)\s*(?:!important)?\s*$/s.exec(declaration) ?? [];
    if (PRESENTATION_ATTRIBUTES.has(name)) return [[name, checkedValue(name, value)]];
    if (declaration.trim() === '' || name.startsWith('-')) return [];
    if (WITHOUT_EFFECT.has(name) || INITIAL.test(value)) return [];
    if (STYLE_PROPERTIES.has(name)) return [[name, checkedValue(name, value)]];
    return refuse(`a style attribute has ${name || 'something'}, which a mark cannot have`);
  });
}

/** Values of most attributes are CSS, in which a backslash may spell any letter. */
function checkedValue(name: string, value: string): string {
  if (value.includes('\\')) refuse(`it has a backslash in ${name}`);
  for (const { 0: call, 1: called = '', index } of value.matchAll(/([\w-]+)\s*\(/g)) {
    if (!FUNCTIONS.test(called)) refuse(`it has ${called}() in ${name}`);
    const argument = value.slice(index + call.length);
    if (/^url$/i.test(called) && !PART_OF_THE_MARK.test(argument))
      refuse(`${name} leads out of it`);
  }
  return value;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
