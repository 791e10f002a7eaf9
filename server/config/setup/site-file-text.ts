import { isMap, type Node, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml';

/**
 * Sets a fact in the text of a site file. Every other line and comment stays as it is.
 * @param text valid YAML or JSON, in which the fact is not set
 */
export function setInText(text: string, section: string, key: string, value: string): string {
  const line = `${key}: ${stringify(value, { lineWidth: 0 }).trimEnd()}`;
  const commented = new RegExp(`^( +)# ${key}:.*$`, 'm');
  if (commented.test(text)) return text.replace(commented, (_, indent) => `${indent}${line}`);
  const yaml = parseDocument(text);
  const root = yaml.contents;
  const pair = isMap(root) && root.items.find((each) => String(each.key) === section);
  if (pair && isMap(pair.value)) return insertInMap(text, pair.value, key, line, value);
  if (pair) return insertAfterLine(text, endOf(pair), `  ${line}\n`);
  if (isMap(root) && root.flow)
    return insertInFlow(text, root, `${JSON.stringify(section)}: {${toJson(key, value)}}`);
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${section}:\n  ${line}\n`;
}

function insertInMap(text: string, map: YAMLMap, key: string, line: string, value: string): string {
  if (map.flow) return insertInFlow(text, map, toJson(key, value));
  const [first] = map.items;
  const start = startOf(first as Pair);
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start) + 1));
  return insertAfterLine(text, endOf(map.items.at(-1) as Pair), `${indent}${line}\n`);
}

/** Inserts an entry at the end of a map in braces. */
function insertInFlow(text: string, map: YAMLMap, entry: string): string {
  const last = map.items.at(-1);
  const end = last ? endOf(last) : (map.range?.[0] ?? 0) + 1;
  return `${text.slice(0, end)}${last ? ', ' : ''}${entry}${text.slice(end)}`;
}

/** Inserts whole lines after the line in which a value ends. */
function insertAfterLine(text: string, end: number, lines: string): string {
  const newline = text.indexOf('\n', Math.max(0, end - 1));
  if (newline < 0) return `${text}\n${lines}`;
  return text.slice(0, newline + 1) + lines + text.slice(newline + 1);
}

const toJson = (key: string, value: string) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`;

const startOf = ({ key }: Pair) => (key as Node).range?.[0] ?? 0;

const endOf = ({ key, value }: Pair) => ((value ?? key) as Node).range?.[1] ?? 0;
