import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** A visitor's form post whose body has been read, as whatever forwards forms gets it. */
export async function readRequest(
  headers: IncomingMessage['headers'] = {},
): Promise<IncomingMessage> {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'POST', url: '/contact.php', headers });
  request.push(null);
  await Promise.all([once(request, 'end'), request.resume()]);
  return request;
}
