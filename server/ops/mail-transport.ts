import type { NodemailerError } from 'nodemailer';

/**
 * Opens a transport to a mail server, which reads no file or address that a message names. Nodemailer
 * is loaded here, so that sites without mail start sooner.
 * @param timeoutMs the timeout of each step: name, connection, greeting, silence
 */
export async function openMailTransport(url: string, timeoutMs: number) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    disableFileAccess: true,
    disableUrlAccess: true,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  }).on('error', () => {}); // sendMail and verify say it too
}

/** Returns the reason of a failure: the server's reply code, or that of the connection. */
export function describeMailError(error: NodemailerError): string {
  const { responseCode, originalCode, code, name } = error;
  return responseCode === undefined ? originalCode || code || name : `SMTP ${responseCode}`;
}
