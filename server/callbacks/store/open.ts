import { type DatabaseParts, openDatabase } from '../../database/open.ts';
import type { CallbackStore } from '../store.ts';
import { callbackSchema } from './schema.ts';
import { SqlStore } from './sql-store.ts';

/** Opens the store of callback requests by itself, without the rest of the site. */
export function openStore(parts: DatabaseParts): CallbackStore {
  return new SqlStore(openDatabase(parts, [callbackSchema]));
}
