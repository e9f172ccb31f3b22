import type { Server } from 'node:http';
import type { InFlightResponses } from './in-flight-responses';

/** An answer of which nothing is read for so long is given up. */
const STALLED_MS = 20_000;

/**
 * Closes connections whose other end has stopped reading: their answers would stay in memory for as long as they like.
 * Node calls back when nothing moves on a connection; one that waits for its answer, or sends slowly, is left alone.
 *
 * @param inFlightResponses knows whether a connection waits for an answer
 */
export function closeStalledConnections(server: Server, inFlightResponses: InFlightResponses): void {
  server.setTimeout(STALLED_MS, (socket) => {
    if (socket.writableLength > 0 || inFlightResponses.respondOn(socket) === undefined) socket.destroy();
  });
}
