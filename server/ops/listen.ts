import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Logger } from 'pino';

/**
 * Resolves once the server listens. A connection that cannot be taken later, for want of file
 * descriptors, costs a log line.
 * @throws when the address cannot be had
 */
export async function listen(
  server: Server,
  { port, host, log }: { port: number; host: string; log: Logger },
): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
  server.on('error', (error) => log.error({ err: error }, 'a connection could not be taken'));
}
