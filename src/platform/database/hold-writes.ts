import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** With so much before it, PostgreSQL begins while the rest of the turn is still being worked out: a handful of statements. */
const HELD_BYTES = 1024;

/** The part of pg's client that writes to the server. */
interface Inner {
  connection?: { stream?: Socket };
}

/**
 * Lets what is sent on a connection from now on to the end of this turn of the event loop leave together. Requests come
 * in many at a time; without this each of their statements pays for a system call and for waking PostgreSQL's process. Where pg hides its stream they do.
 *
 * @param client a pipelined connection
 */
export function holdWrites(client: ClientBase): void {
  const stream = (client as unknown as Inner).connection?.stream;
  if (stream === undefined) return;
  if (stream.writableCorked > 0) {
    if (stream.writableLength < HELD_BYTES) return;
    stream.uncork();
    stream.cork();
    return;
  }
  stream.cork();
  setImmediate(() => stream.uncork());
}
