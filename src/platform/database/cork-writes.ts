import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** So many bytes, a handful of statements, are sent at once: PostgreSQL can begin while the tick continues. */
const CORKED_BYTES = 1024;

/** The part of pg's client that writes to the server. */
interface Inner {
  connection?: { stream?: Socket };
}

/**
 * Corks a connection until the end of the current tick, so that its statements leave together. Requests arrive many at
 * a time; without this each of their statements costs a system call and a wake-up of PostgreSQL's process. Does nothing
 * when pg does not expose its stream.
 *
 * @param client a pipelined connection
 */
export function corkWrites(client: ClientBase): void {
  const stream = (client as unknown as Inner).connection?.stream;
  if (stream === undefined) return;
  if (stream.writableCorked > 0) {
    if (stream.writableLength < CORKED_BYTES) return;
    stream.uncork();
    stream.cork();
    return;
  }
  stream.cork();
  setImmediate(() => stream.uncork());
}
