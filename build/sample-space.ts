import { ContentFolder } from '../server/content/folder/content-folder.ts';
import { createFolderSource } from '../server/content/folder/folder-source.ts';
import { getPath, isRecord, toText } from '../server/content/parse/entry-fields.ts';
import { CONTENT_TYPES, type EntryOrAsset } from '../server/content/source.ts';

const SAMPLES = 'content/sample';
/** The one locale of a new space. */
const LOCALE = 'en-US';
/** The date of pages and pictures, whose files have that of a checkout. */
const CHANGED_AT = '2026-11-02T09:00:00.000Z';

/**
 * Returns the sample posts and pages as `contentful-import` takes them: ids that a space can have,
 * fields by locale, and pictures by their path in this project.
 */
export async function sampleSpace(): Promise<{ entries: object[]; assets: object[] }> {
  const source = createFolderSource('samples', new ContentFolder(SAMPLES));
  const { types, linked } = await source.read({ types: CONTENT_TYPES });
  const entries = CONTENT_TYPES.flatMap((type) => {
    const read = types[type];
    return read.state === 'read' ? read.entries : [];
  });
  const assets = linked.filter(({ sys }) => sys.type === 'Asset');
  const ids = new Map<unknown, string>([
    ...entries.map((entry): [unknown, string] => [entry.sys.id, entryId(entry)]),
    ...assets.map((asset): [unknown, string] => [asset.sys.id, assetId(asset)]),
  ]);
  const exported = new Map(assets.map((asset) => [assetId(asset), exportAsset(asset)]));
  return {
    entries: entries.toSorted(byNewest).map((entry) => exportEntry(entry, ids)),
    assets: [...exported.values()],
  };
}

const dateOf = ({ fields }: EntryOrAsset): string => {
  const date = toText(fields.publishedDate);
  return date ? new Date(date).toISOString() : CHANGED_AT;
};

/** Posts come first, the newest of them at the top. */
const byNewest = (a: EntryOrAsset, b: EntryOrAsset): number =>
  Number(a.fields.publishedDate === undefined) - Number(b.fields.publishedDate === undefined) ||
  dateOf(b).localeCompare(dateOf(a));

const typeOf = (entry: EntryOrAsset): string => toText(getPath(entry.sys.contentType, 'sys', 'id'));

const entryId = (entry: EntryOrAsset): string =>
  `${typeOf(entry) === 'page' ? 'page' : 'post'}-${toText(entry.fields.slug)}`.slice(0, 64);

/** One picture with two descriptions is two assets of a space. */
function assetId({ fields }: EntryOrAsset): string {
  const name = toText(getPath(fields.file, 'fileName')).replace(/\.\w+$/, '');
  return toText(fields.title) ? `${name}-with-caption` : name;
}

const sysOf = (type: string, id: string, date: string) => ({
  id,
  type,
  createdAt: date,
  updatedAt: date,
  publishedVersion: 1,
});

function exportEntry(entry: EntryOrAsset, ids: ReadonlyMap<unknown, string>): object {
  return {
    sys: { ...sysOf('Entry', entryId(entry), dateOf(entry)), contentType: entry.sys.contentType },
    fields: byLocale({
      ...(withIds(entry.fields, ids) as EntryOrAsset['fields']),
      ...(entry.fields.publishedDate !== undefined && { publishedDate: dateOf(entry) }),
    }),
  };
}

function exportAsset(asset: EntryOrAsset): object {
  const { title, description, file } = asset.fields;
  const fileName = toText(getPath(file, 'fileName'));
  return {
    sys: sysOf('Asset', assetId(asset), CHANGED_AT),
    fields: byLocale({
      title: title || fileName.replace(/\.\w+$/, ''),
      description,
      file: { ...(file as object), url: `//${SAMPLES}/pictures/${fileName}` },
    }),
  };
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Leaves out fields without a value. */
function byLocale(fields: EntryOrAsset['fields']): object {
  const filled = Object.entries(fields).filter(
    ([, value]) => value !== undefined && !isEmpty(value) && !isEmpty(getPath(value, 'content')),
  );
  return Object.fromEntries(filled.map(([name, value]) => [name, { [LOCALE]: value }]));
}

/** Returns a value with the ids of the space in its links, and without the lines of the file. */
function withIds(value: unknown, ids: ReadonlyMap<unknown, string>): unknown {
  if (Array.isArray(value)) return value.map((part) => withIds(part, ids));
  if (!isRecord(value)) return value;
  const parts = Object.entries(value).filter(([name]) => name !== 'line');
  const copy = Object.fromEntries(parts.map(([name, part]) => [name, withIds(part, ids)]));
  return copy.type === 'Link' && ids.has(copy.id) ? { ...copy, id: ids.get(copy.id) } : copy;
}
