import { type Dialect, type Statement, sql } from '../database/engine.ts';

/** Found posts may be left out yet, because their date is to come. */
const ROWS = 40;
/** What is typed beyond counts for nothing. */
const WORDS = 10;
const WORD_LENGTH = 40;

/** The words of the texts of a stored post: nodes of rich text, and an excerpt that is plain. */
const SQLITE_TEXT = `(SELECT group_concat(atom, ' ') FROM json_tree(NEW.value, '$.post')
  WHERE type = 'text' AND key IN ('value', 'excerpt'))`;
const SQLITE_INSERT = `INSERT INTO blog_search (rowid, title, text)
  VALUES (NEW.rowid, json_extract(NEW.value, '$.post.title'), ${SQLITE_TEXT})`;
const SQLITE_DELETE = 'DELETE FROM blog_search WHERE rowid = OLD.rowid';

/**
 * Statements that make the copies of posts searchable, by triggers: whatever writes a copy keeps the
 * index. A post that PostgreSQL cannot index, since JSON may hold
 * characters that it does not take, is stored all the same and never found.
 */
export const SEARCH_STEPS: Record<Dialect['fullText'], readonly string[]> = {
  fts5: [
    `CREATE VIRTUAL TABLE blog_search USING fts5(title, text, content='', contentless_delete=1,
       tokenize='porter unicode61 remove_diacritics 2')`,
    `CREATE TRIGGER blog_search_insert AFTER INSERT ON blog_copy WHEN NEW.kind = 'post'
       BEGIN ${SQLITE_INSERT}; END`,
    `CREATE TRIGGER blog_search_update AFTER UPDATE OF value ON blog_copy WHEN NEW.kind = 'post'
       BEGIN ${SQLITE_DELETE}; ${SQLITE_INSERT}; END`,
    `CREATE TRIGGER blog_search_delete AFTER DELETE ON blog_copy WHEN OLD.kind = 'post'
       BEGIN ${SQLITE_DELETE}; END`,
  ],
  tsvector: [
    'ALTER TABLE blog_copy ADD COLUMN search tsvector',
    'CREATE INDEX blog_copy_search ON blog_copy USING gin (search)',
    `CREATE FUNCTION blog_search() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE post jsonb;
     BEGIN
       NEW.search := NULL;
       post := NEW.value::jsonb -> 'post';
       NEW.search := setweight(to_tsvector('english', coalesce(post ->> 'title', '')), 'A')
         || to_tsvector('english', jsonb_path_query_array(post, 'strict $.**.value')
           || jsonb_path_query_array(post, '$.excerpt ? (@.type() == "string")'));
       RETURN NEW;
     EXCEPTION WHEN others THEN
       RETURN NEW;
     END $$`,
    `CREATE TRIGGER blog_search BEFORE INSERT OR UPDATE OF value ON blog_copy
       FOR EACH ROW WHEN (NEW.kind = 'post') EXECUTE FUNCTION blog_search()`,
  ],
};

/** Nothing else of what was typed is looked at. */
export function wordsIn(typed: string): string[] {
  const words = typed.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.slice(0, WORDS).map((word) => [...word].slice(0, WORD_LENGTH).join(''));
}

/** A query for the stored posts that have all of these words, or longer ones, the best first. */
export function findPosts({ fullText }: Dialect, source: string, words: string[]): Statement {
  // A word in the title counts as ten in the text.
  return fullText === 'fts5'
    ? sql`SELECT value FROM blog_search JOIN blog_copy ON blog_copy.rowid = blog_search.rowid
        WHERE source = ${source} AND blog_search MATCH ${words.map((word) => `"${word}"*`).join(' ')}
        ORDER BY bm25(blog_search, 10, 1) LIMIT ${ROWS}`
    : sql`SELECT value
        FROM blog_copy, to_tsquery('english', ${words.map((word) => `${word}:*`).join(' & ')}) AS query
        WHERE source = ${source} AND search @@ query
        ORDER BY ts_rank(search, query) DESC LIMIT ${ROWS}`;
}
