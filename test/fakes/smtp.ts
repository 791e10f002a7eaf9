import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/**
 * The server's reaction to a message: it accepts it, answers with this code or reply, hangs up, or
 * says nothing.
 */
export type SmtpBehavior = 'accept' | 'drop' | 'stall' | number | `5${string}`;

export interface ReceivedMail {
  to: string;
  /** True when the message came over TLS. */
  encrypted: boolean;
  headers: Map<string, string>;
  /** The decoded body in plain text. */
  text: string;
  /** The decoded body in HTML; empty when there is none. */
  html: string;
}

/**
 * Starts a mail server over TCP that accepts what `receive` accepts. Stopped after the test.
 * @param receive decides by the raw bytes of a message, after DATA
 * @param options by default it has no TLS
 */
export async function startSmtp(
  receive: (raw: string) => SmtpBehavior = () => 'accept',
  options: SMTPServerOptions = { disabledCommands: ['STARTTLS', 'AUTH'] },
) {
  const mails: ReceivedMail[] = [];
  const smtp = { url: '', port: 0, mails, attempts: 0 };
  const server = new SMTPServer({
    ...options,
    logger: false,
    onData(stream, session, callback) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.toString('latin1');
      });
      stream.on('end', () => {
        smtp.attempts++;
        const reception = receive(raw);
        if (reception === 'drop')
          server.connections.forEach((connection) => void connection.close());
        else if (reception === 'accept') {
          const to = session.envelope.rcptTo.map(({ address }) => address).join();
          mails.push({ to, encrypted: session.secure, ...parseMail(raw) });
          callback();
        } else if (reception !== 'stall') {
          const [code = '', enhanced = ''] = String(reception).split(' ');
          const words = `${enhanced} canary@example.com is not wanted here`.trim();
          callback(Object.assign(new Error(words), { responseCode: Number(code) }));
        }
      });
    },
  });
  server.on('error', () => {}); // a client that is cut off
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  smtp.port = (listener.address() as AddressInfo).port;
  smtp.url = `smtp://127.0.0.1:${smtp.port}`;
  onTestFinished(async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const connection of server.connections) connection.close();
    await closed;
  });
  return smtp;
}

function parseMail(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = parsePart(raw);
  const [, boundary] = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '') ?? [];
  if (!boundary) return { headers, text: body, html: '' };
  const parts = body.split(`--${boundary}\r\n`).slice(1).map(parsePart);
  const bodyOf = (type: string) =>
    parts.find((part) => part.headers.get('content-type')?.startsWith(type))?.body ?? '';
  return { headers, text: bodyOf('text/plain'), html: bodyOf('text/html') };
}

/** Parses the headers and the body of a message, or of a part of one (RFC 2046). */
function parsePart(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      decodeWords(line.slice(line.indexOf(':') + 1).trim()),
    ]),
  );
  const encoding = headers.get('content-transfer-encoding') ?? '';
  return { headers, body: decode(raw.slice(end + 4), encoding) };
}

/** Decodes encoded words (RFC 2047). */
const decodeWords = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, encoding: string, bytes: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(bytes, 'base64').toString()
        : unquote(bytes.replaceAll('_', ' ')),
    );

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? unquote(body.replaceAll('=\r\n', '')) : body;
}

const unquote = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([\dA-F]{2})/g, (_match, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  ).toString();
