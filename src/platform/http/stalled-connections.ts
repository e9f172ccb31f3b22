import type { Server } from 'node:http';
import type { InFlightResponses } from './in-flight-responses';

/** The idle-read timeout of a response. */
const STALLED_MS = 20_000;

/**
 * Closes connections whose client has stopped reading: their responses would stay in memory. Node calls back when a
 * connection is idle; one that waits for its response, or sends slowly, stays open.
 *
 * @param inFlightResponses knows whether a connection waits for a response
 */
export function closeStalledConnections(server: Server, inFlightResponses: InFlightResponses): void {
  server.setTimeout(STALLED_MS, (socket) => {
    if (socket.writableLength > 0 || inFlightResponses.respondOn(socket) === undefined) socket.destroy();
  });
}
