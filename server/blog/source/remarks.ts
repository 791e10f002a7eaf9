import type { Logger } from 'pino';

/**
 * Something in an entry that readers do not see, and why. `detail` is the content type of an embed,
 * or what is wrong with a slug's text.
 */
export interface Remark {
  about: 'no id' | 'no title' | 'slug' | 'embed' | 'too long';
  /** Id of the entry that an editor has to open. */
  entryId: string;
  detail?: string;
}

/** Receives remarks while entries are read. */
export type TakeNote = (remark: Remark) => void;

/** More than any real space has; a hostile one must not fill the log. */
const TYPES_SAID = 100;

/** Logged once per content type: an editor who embeds one entry embeds many. */
export function logEmbeds(log: Logger): TakeNote {
  const said = new Set<string>();
  return ({ about, entryId, detail = 'unknown' }) => {
    if (about !== 'embed' || said.has(detail) || said.size >= TYPES_SAID) return;
    said.add(detail);
    log.warn({ contentType: detail, entryId }, 'embedded entries of this type cannot be shown');
  };
}
