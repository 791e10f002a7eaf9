import dns from 'node:dns';
import net from 'node:net';

/**
 * Makes this machine the internet for a process that imports it (`--import`): every name leads
 * here, well-known ports are those of `PORTS`, and the DNS has the text records of `RECORDS` or,
 * without them, does not answer.
 */
const ports: Record<string, number> = JSON.parse(process.env.PORTS ?? '{}');
const records: Record<string, string> | null = JSON.parse(process.env.RECORDS ?? 'null');

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  // Node's own callers have normalised what they were called with: [options, callback].
  const [options] = [args[0]].flat() as { host: string; port: number }[];
  if (options) Object.assign(options, { host: '127.0.0.1', port: ports[options.port] });
  return Reflect.apply(connect, this, args);
} as typeof connect;

dns.promises.Resolver.prototype.resolveTxt = async (name: string) => {
  const code = records ? 'ENOTFOUND' : 'ETIMEOUT';
  if (!records?.[name]) throw Object.assign(new Error(name), { code });
  return [[records[name]]];
};
