import { constants } from 'node:zlib';
import compression from 'compression';

/** Compresses streamed pages and JSON. Cached pages and built files are compressed beforehand. */
export const compress = compression({
  brotli: {
    // Costs less time than the render. The page cache compresses better afterwards.
    params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 },
  },
});
