import { contentTypeOf } from '../../server/content/parse/entry-fields.ts';
import type { EntryOrAsset } from '../../server/content/source.ts';
import space from './sample-space.json' with { type: 'json' };

/** An entry or an asset of an exported space: each field by language. */
interface Exported {
  sys: Record<string, unknown>;
  fields: Record<string, Record<string, unknown>>;
}

/**
 * Returns the delivery API's response of a space that has every kind of node and mark: the
 * entries of a type in the order of the file, the newest post first, in its one language.
 */
export function sampleResponse(contentType = 'blogPost') {
  const { entries, assets } = space as unknown as Record<'entries' | 'assets', Exported[]>;
  const isOfType = ({ sys }: Exported) => contentTypeOf({ sys, fields: {} }) === contentType;
  return {
    sys: { type: 'Array' },
    items: entries.filter(isOfType).map(toDeliveryFormat),
    includes: {
      Entry: entries.filter((entry) => !isOfType(entry)).map(toDeliveryFormat),
      Asset: assets.map(toDeliveryFormat),
    },
  };
}

function toDeliveryFormat({ sys, fields }: Exported): EntryOrAsset {
  const values = Object.entries(fields).map(([id, languages]) => {
    const [value] = Object.values(languages);
    return [id, id === 'file' ? withSiteUrl(value) : value];
  });
  return { sys, fields: Object.fromEntries(values) };
}

/**
 * Returns the site's URL of an exported file. The URL in an export names the folder of its import.
 */
function withSiteUrl(file: unknown) {
  const { url, ...rest } = file as { url: string };
  return { ...rest, url: url.replace(/^\/\/public\//, '/') };
}
