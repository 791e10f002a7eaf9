import request from 'supertest';
import { STATIC_PATHS } from '../../shared/routes.ts';
import type { TestSite } from './site.ts';

/** Returns the text of the response to a path, whatever its status. */
export const textAt = async ({ server }: Pick<TestSite, 'server'>, path: string): Promise<string> =>
  (await request(server).get(path)).text;

/** Returns the paths of every page with words of our own, posts included. */
export const everyPage = ({ blog }: Pick<TestSite, 'blog'>): string[] => [
  ...STATIC_PATHS,
  ...blog.known().map(({ slug }) => `/blogs/${slug}`),
];

/** Returns the first element of this name, the whole of it. */
export const part = (html: string, tag: string): string =>
  html.match(new RegExp(`<${tag}[ >][\\s\\S]*</${tag}>`))?.[0] ?? '';

/** Returns the visible text: blocks on lines of their own, no-break spaces kept. */
export const linesOf = (html: string): string =>
  html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '\n')
    .replace(/<!--.*?-->/g, '')
    .replace(/<\/?(?:a|b|bdi|em|small|span|strong|time|wbr)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** Returns the visible text as one line, with plain spaces. */
export const wordsOf = (html: string): string => linesOf(html).replace(/\s+/g, ' ');
