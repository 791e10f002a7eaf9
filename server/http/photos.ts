import type { Endpoint } from './endpoints.ts';

/**
 * Creates the endpoints of the owner's photos. Their URLs stay when they change: a day in caches.
 */
export function photoEndpoints(photos: ReadonlyMap<string, Buffer>): Endpoint[] {
  return [...photos].map(([path, bytes]) => ({
    path,
    methods: ['GET'],
    cache: 'public, max-age=86400',
    crawled: true,
    handlers: [(_request, response) => void response.type('image/webp').send(bytes)],
  }));
}
