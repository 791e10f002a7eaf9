import { serve } from '../support/serve.ts';

interface Push {
  topic: string;
  title: string;
  message: string;
}

/**
 * Starts a push service that makes its title and message from a JSON body by the templates in its
 * URL, as ntfy does with `tpl=1` (https://docs.ntfy.sh/publish/#message-templating).
 */
export async function startNtfy() {
  const pushes: Push[] = [];
  const origin = await serve(async (request, response) => {
    const { pathname, searchParams } = new URL(`http://ntfy${request.url}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST' || searchParams.get('tpl') !== '1')
      return response.writeHead(400).end();
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const [title, message] = ['title', 'message'].map((name) =>
      render(searchParams.get(name) ?? '', body),
    ) as [string, string];
    pushes.push({ topic: pathname.slice(1), title, message });
    response.writeHead(200).end('{}');
  });
  return { origin, pushes };
}

/**
 * Renders the part of Go's templates that has conditions and fields. An empty list is false there.
 */
const render = (template: string, body: Record<string, unknown>) =>
  template
    .replace(
      /\{\{if \.(\w+)\}\}(.*?)(?:\{\{else\}\}(.*?))?\{\{end\}\}/g,
      (_, name: string, then: string, otherwise = '') =>
        [body[name] ?? ''].flat().join('') ? then : otherwise,
    )
    .replace(/\{\{\.(\w+)\}\}/g, (_, name: string) => String(body[name] ?? '<no value>'));
