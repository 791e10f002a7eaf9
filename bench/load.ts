import { connect } from 'node:net';

/** One round of load, run as a process of its own so that it can have a core of its own. Arguments and result are JSON. */
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

/**
 * Keeps every connection busy with one request after the other. Answers to the same request have the same length, so that after the first
 * only bytes are counted: the load costs less than the cheapest server does, and never is what is measured.
 */
async function run({ port, path, headers, status, connections, seconds }: LoadOrder): Promise<LoadResult> {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const times: number[] = [];
  let length = 0;
  const until = performance.now() + seconds * 1000;

  const visit = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let received: Buffer[] = [];
      let count = 0;
      let sent = 0;
      const send = () => {
        sent = performance.now();
        socket.write(request);
      };
      socket.on('connect', send).on('error', reject);
      socket.on('data', (chunk) => {
        count += chunk.length;
        if (length === 0) {
          received.push(chunk);
          length = wholeLength(Buffer.concat(received), status);
          if (length === 0) return;
          received = [];
        }
        if (count < length) return;
        if (count > length) return void reject(new Error(`an answer to ${path} has another length than the first`));
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
    bytes: length,
  };
}

/** Length of an answer with its headers, 0 while its headers are not all there. @throws on another status than expected */
function wholeLength(answer: Buffer, status: number): number {
  const end = answer.indexOf(HEADER_END);
  if (end < 0) return 0;
  const head = answer.toString('latin1', 0, end);
  if (!head.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`expected ${status}, got ${head.split('\r\n')[0]}`);
  const content = status === 304 ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1]);
  if (Number.isNaN(content)) throw new Error('an answer without Content-Length');
  return end + HEADER_END.length + content;
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] as string) as LoadOrder)));
