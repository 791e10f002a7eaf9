import { request } from 'node:http';
import { serve } from '../support/serve.ts';

/**
 * Starts a load balancer that sends each request to the next replica and knows nothing of HTTP
 * caching.
 * @param origins the replicas at any moment, read again for each request
 */
export async function startLoadBalancer(origins: readonly string[]): Promise<string> {
  let turn = 0;
  return serve((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const target = new URL(url as string, origins[turn++ % origins.length]);
    const forwarded = request(target, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode as number, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
}
