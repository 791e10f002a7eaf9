import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../test/support/free-port.ts';
import { type Server, startServer } from '../process.ts';

// Next.js with the site's own pages as it would have them: server components made at build time,
// header and footer in the layout, `next/link` inside the site, the stylesheet and a form that
// answers in place. Too large to be a dependency.
const PACKAGES = ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1', 'html-react-parser@6.1.9'];
const SCRIPTS = /<script type="(?:module|application\/json)".*?<\/script>/gs;

/** Turns markup into elements. */
const ELEMENTS = `
import parse, { attributesToProps, domToReact } from 'html-react-parser';
import Link from 'next/link';
import { Form } from './form';
export function elements(html, main) {
  const replace = (node) => {
    const { name, attribs, children } = node;
    const inside = () => domToReact(children, { replace });
    if (name === 'main') return <main {...attributesToProps(attribs)}>{main ?? inside()}</main>;
    if (name === 'form') return <Form {...attributesToProps(attribs)}>{inside()}</Form>;
    if (name === 'a' && /^\\/[^.]*$/.test(attribs.href))
      return <Link {...attributesToProps(attribs)}>{inside()}</Link>;
  };
  return parse(html, { replace });
}
`;
const FORM = `'use client';
import { useState } from 'react';
export function Form({ children, ...form }) {
  const [words, say] = useState('');
  const send = async (event) => {
    event.preventDefault();
    const body = new URLSearchParams(new FormData(event.currentTarget));
    const { ok } = await (await fetch(form.action, { method: 'POST', body })).json();
    say(ok ? 'Thank you! We will contact you shortly.' : 'Please ring us.');
  };
  return words ? <p>{words}</p> : <form {...form} onSubmit={send}>{children}</form>;
}
`;
const LAYOUT = `import './site.css';
import pages from '../pages.json';
import { elements } from './elements';
export default function Layout({ children }) {
  return <html lang="en-GB"><body>{elements(pages['/'].body, children)}</body></html>;
}
`;
const PAGE = `import pages from '../../pages.json';
import { elements } from '../elements';
export const dynamicParams = false;
export const generateStaticParams = () =>
  Object.keys(pages).map((path) => ({ path: path.split('/').filter(Boolean) }));
export default async function Page({ params }) {
  const { path = [] } = await params;
  const { head, main } = pages['/' + path.join('/')];
  return <>{elements(head)}{elements(main)}</>;
}
`;

const HANDLER = (site: string) => `
export async function POST(request) {
  const [accept, type] = ['accept', 'content-type'].map((name) => request.headers.get(name));
  const headers = { accept, 'content-type': type };
  const form = { method: 'POST', headers, body: await request.text() };
  const answer = await fetch('${site}/contact.php', form);
  return new Response(await answer.text(), {
    status: answer.status,
    headers: { 'content-type': answer.headers.get('content-type') },
  });
}
`;

/** Every page of the site, in parts. */
async function pagesOf(site: string) {
  const sitemap = await (await fetch(`${site}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>[^<]*?\/\/[^/<]*([^<]*)/g)].map(([, path]) => path);
  const pages: Record<string, Record<string, string | undefined>> = {};
  for (const path of paths as string[]) {
    const html = (await (await fetch(site + path)).text()).replaceAll(SCRIPTS, '');
    const part = (pattern: RegExp) => pattern.exec(html)?.[1];
    pages[path] = {
      head: part(/<head>(.*)<\/head>/s)?.replaceAll(/<style.*?<\/style>|<meta charset.*?>/gis, ''),
      body: part(/<body.*?>(.*)<\/body>/s)?.replace(/(<main.*?>).*(<\/main>)/s, '$1$2'),
      main: part(/<main.*?>(.*)<\/main>/s),
    };
  }
  return pages;
}

/**
 * Installs Next.js into a folder, builds the pages of a running site with it and serves them; the
 * callback form goes to that site.
 */
export async function startNext(folder: string, sitePort: number): Promise<Server> {
  const site = `http://127.0.0.1:${sitePort}`;
  const port = String(await freePort());
  const file = (path: string, text: string) => writeFile(join(folder, path), text);
  const run = (command: string, args: string[]) =>
    promisify(execFile)(command, args, {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    });
  for (const path of ['[[...path]]', 'contact.php'])
    await mkdir(join(folder, 'app', path), { recursive: true });
  await file('package.json', '{"private":true}');
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES]);
  await file('pages.json', JSON.stringify(await pagesOf(site)));
  await file('app/elements.jsx', ELEMENTS);
  await file('app/form.jsx', FORM);
  await file('app/layout.jsx', LAYOUT);
  await file('app/[[...path]]/page.jsx', PAGE);
  await file('app/contact.php/route.js', HANDLER(site));
  await cp('dist/public', join(folder, 'public'), { recursive: true });
  // The file has what no page carries in itself.
  const [home] =
    (await (await fetch(site)).text()).match(/(?<=<style[^>]*>).*?(?=<\/style>)/s) ?? [];
  const { wholeStylesheet } = JSON.parse(await readFile('dist/server/manifest.json', 'utf8'));
  await file('app/site.css', home + (await readFile(`dist/public${wholeStylesheet}`, 'utf8')));
  const next = join(folder, 'node_modules/next/dist/bin/next');
  await run(process.execPath, [next, 'build']);
  return startServer('Next.js', next, {
    args: ['start', folder, '-p', port, '-H', '127.0.0.1'],
    environment: { PORT: port },
  });
}
