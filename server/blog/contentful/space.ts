import { ConfigError } from '../../config/checks.ts';
import type { ContentfulSettings } from './contentful.ts';
import { isRecord } from './entry.ts';

/** A content space as its delivery API describes it. */
export interface Space {
  /** Fields of the posts' content type, with the names of their types. */
  fields: { id: string; type: string }[];
  /** The answers with all its entries and everything they link to. */
  answers: Record<string, unknown>[];
}

/** The service refuses an answer above 7 MB. */
const ENTRIES_A_CALL = 50;
const CALL_DEADLINE_MS = 30_000;

/**
 * Reads every post, in the space's own language or in `locale`. It uses plain requests, because the
 * SDK's errors say less than the answers do.
 * @throws {ConfigError} saying in one sentence why it cannot be read
 */
export async function readSpace(
  settings: ContentfulSettings,
  { locale, contentType }: { locale: string | null; contentType: string },
): Promise<Space> {
  const language = locale === null ? '' : `&locale=${locale}`;
  const type = await ask(settings, `content_types/${contentType}`);
  const answers: Record<string, unknown>[] = [];
  if (type === null)
    throw new ConfigError(
      `there is no space ${settings.space} with an environment ${settings.environment} and a content type "${contentType}" (blog.contentType in the site file), or the access token is for another one`,
    );
  for (let skip = 0, total = 1; skip < total; skip += ENTRIES_A_CALL) {
    const query = `content_type=${contentType}&include=2&order=sys.id&limit=${ENTRIES_A_CALL}&skip=${skip}${language}`;
    const answer = (await ask(settings, `entries?${query}`)) ?? {};
    answers.push(answer);
    total = Number(answer.total);
  }
  const fields = Array.isArray(type.fields) ? (type.fields as unknown[]) : [];
  const delivered = fields
    .filter(isRecord)
    .filter(({ omitted }) => omitted !== true)
    .map(({ id, type: kind = '' }) => ({ id: String(id), type: String(kind) }));
  return { fields: delivered, answers };
}

/** @returns null for a 404 */
async function ask(
  { origin, space, environment, accessToken }: ContentfulSettings,
  path: string,
): Promise<Record<string, unknown> | null> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`${origin}/spaces/${space}/environments/${environment}/${path}`, {
      headers: { Authorization: `Bearer ${accessToken}` },
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_DEADLINE_MS),
    });
    body = await response.json();
  } catch {
    throw new ConfigError(`${origin} gives no answer that can be read`);
  }
  if (response.status === 404) return null;
  if (response.status === 401 || response.status === 403)
    throw new ConfigError(`the access token is not valid for the space ${space}`);
  if (!response.ok || !isRecord(body))
    throw new ConfigError(`the content service answers ${response.status}`);
  return body;
}
