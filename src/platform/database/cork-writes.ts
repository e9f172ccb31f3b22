import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** Once so much is held, a handful of statements, it is sent: PostgreSQL can begin while the turn is still going on. */
const CORKED_BYTES = 1024;

/** The part of pg's client that writes to the server. */
interface Inner {
  connection?: { stream?: Socket };
}

/**
 * Holds what is sent on a connection until the end of this turn of the event loop, so that it leaves together. Requests
 * arrive many at a time; without this each of their statements costs a system call and waking PostgreSQL's process.
 * Does nothing when pg does not expose its stream.
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
