import { connect } from 'node:net';

/**
 * One round of load, run as a process of its own so that it can have a core of its own. Arguments
 * and result are JSON.
 */
export interface LoadOrder {
  port: number;
  path: string;
  headers: Record<string, string>;
  status: number;
  connections: number;
  seconds: number;
}

export interface LoadResult {
  requests: number;
  requestsPerSecond: number;
  medianMs: number;
  p99Ms: number;
  /** Of one answer on the wire, headers included. */
  bytes: number;
}

const HEADER_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/**
 * Keeps every connection busy with one request after another. Ready answers to the same request have
 * the same length, so after the first only bytes are counted: generating the load costs less than
 * the cheapest server and is never the bottleneck.
 */
async function run({
  port,
  path,
  headers,
  status,
  connections,
  seconds,
}: LoadOrder): Promise<LoadResult> {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const times: number[] = [];
  const length = await probe(port, request, status);
  let bytes = length ?? 0;
  const until = performance.now() + seconds * 1000;

  const visit = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let count = 0;
      let sent = 0;
      const send = () => {
        sent = performance.now();
        socket.write(request);
      };
      socket.on('connect', send).on('error', reject);
      socket.on('data', (chunk) => {
        count += chunk.length;
        if (
          length === null ? !chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) : count < length
        )
          return;
        if (length !== null && count > length)
          return void reject(new Error(`answers to ${path} differ in length`));
        bytes = count;
        count = 0;
        const now = performance.now();
        times.push(now - sent);
        if (now < until) return send();
        socket.destroy();
        resolve();
      });
    });

  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, visit));
  const took = performance.now() - started;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] as number;
  return {
    requests: times.length,
    requestsPerSecond: (times.length / took) * 1000,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    bytes,
  };
}

/**
 * Length of an answer with its headers; null when it is streamed. @throws if the status is not the
 * expected one
 */
function probe(port: number, request: Buffer, status: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf(HEADER_END);
      if (end < 0) return;
      socket.destroy();
      const head = received.toString('latin1', 0, end);
      if (!head.startsWith(`HTTP/1.1 ${status} `))
        return reject(new Error(`expected ${status}, got ${head.split('\r\n')[0]}`));
      const content = status === 304 ? '0' : /content-length: (\d+)/i.exec(head)?.[1];
      resolve(content === undefined ? null : end + HEADER_END.length + Number(content));
    });
  });
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] as string) as LoadOrder)));
