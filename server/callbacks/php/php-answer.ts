/** JSON of the PHP backend with its status. */
export interface PhpAnswer {
  status: number;
  json: Buffer;
  ok: boolean;
  retryAfter?: string;
}

/** The backend did not answer as agreed. */
export class PhpFailure extends Error {
  override name = 'PhpFailure';
  /** 504 for silence past the deadline, 502 for everything else. */
  readonly status: 502 | 504;
  /**
   * Code of the socket or parser, or what was wrong with the answer. Holds nothing of the request.
   */
  readonly reason: string;
  constructor(status: 502 | 504, reason: string) {
    super(`the PHP backend failed: ${reason}`);
    this.status = status;
    this.reason = reason;
  }
}

/**
 * Takes JSON with the status of a success or of a refusal.
 * @throws {PhpFailure} for a redirect, an unknown status or a body that is not a JSON object
 */
export function readAnswer(status: number, json: Buffer, retryAfter?: string): PhpAnswer {
  const said = parseObject(json);
  if (status < 200 || status >= 600 || (status >= 300 && status < 400))
    throw new PhpFailure(502, `status ${status}`);
  if (said === null) throw new PhpFailure(502, `status ${status} without JSON`);
  const ok = status < 300 && said.ok === true;
  return { status, json, ok, ...(retryAfter !== undefined && { retryAfter }) };
}

/**
 * Parsed as a browser would (Fetch standard, json()): UTF-8, ignoring a byte order mark. The
 * content type is not checked, because PHP's default is text/html.
 */
function parseObject(json: Buffer): { ok?: unknown } | null {
  try {
    const said: unknown = JSON.parse(new TextDecoder().decode(json));
    return typeof said === 'object' && said !== null && !Array.isArray(said) ? said : null;
  } catch {
    return null;
  }
}
