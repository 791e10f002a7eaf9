import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';

/**
 * Compression that costs less time than the render. The page cache compresses better afterwards.
 */
const STREAMING_BROTLI_PARAMS = {
  [constants.BROTLI_PARAM_QUALITY]: 3,
  [constants.BROTLI_PARAM_LGWIN]: 16,
};

/**
 * Nobody listens for errors of compression's own stream, so one would end the process. It hands the
 * stream out to whoever waits for `drain` once the head is written.
 */
const destroyOnCompressionError: RequestHandler = (_request, response, next) => {
  const { writeHead } = response;
  response.writeHead = (...head: unknown[]) => {
    writeHead.apply(response, head as Parameters<typeof writeHead>);
    const stream = response.on('drain', () => {});
    if (stream !== response) stream.on('error', () => response.destroy());
    return response;
  };
  next();
};

/** Compresses streamed pages and JSON. Cached pages and built files are compressed beforehand. */
export const compress: RequestHandler[] = [
  compression({ brotli: { params: STREAMING_BROTLI_PARAMS } }),
  destroyOnCompressionError,
];
