import { once } from 'node:events';
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Makes one request with exactly these headers, and returns the bytes as they come: fetch would add
 * some and unpack the others.
 */
export async function send(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
  options: RequestOptions = {},
): Promise<RawResponse> {
  const sent = request(url, { method, headers, agent: false, ...options }).end(body);
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}
