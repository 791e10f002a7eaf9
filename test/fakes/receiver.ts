import type { IncomingMessage } from 'node:http';
import { serve } from '../support/serve.ts';

/** Starts a receiver that records its requests and always gives the same response. */
export async function startReceiver(
  status: number,
  body = '',
  headers: Record<string, string> = {},
) {
  const requests: { url?: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const origin = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push({
      url: request.url as string,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    });
    response.writeHead(status, headers).end(body);
  });
  return { origin, requests };
}
