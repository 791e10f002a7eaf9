import { type PhotoPage, photoPath } from '../../shared/site/photo.ts';
import type { Endpoint } from './endpoints.ts';

/**
 * Creates the endpoints of the owner's photos. Their URLs stay when they change: a day in caches.
 */
export function photoEndpoints(photos: ReadonlyMap<PhotoPage, Buffer>): Endpoint[] {
  return [...photos].map(([page, bytes]) => ({
    path: photoPath(page),
    methods: ['GET'],
    cache: 'public, max-age=86400',
    crawled: true,
    handlers: [(_request, response) => void response.type('image/webp').send(bytes)],
  }));
}
