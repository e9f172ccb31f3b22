import type { Json } from './client';

/** A record of a list without the ETag that it has there: as it is when read alone. */
export function untagged({ etag: _etag, ...record }: Json): Json {
  return record;
}
