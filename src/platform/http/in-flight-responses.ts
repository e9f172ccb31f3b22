import type { Server } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Requests that may wait on a connection behind the current one. */
const MAX_WAITING = 50;

/**
 * Knows the responses that are not out yet, so that a graceful shutdown can finish them and close their connections.
 *
 * Requests of one connection are handled one after the other. HTTP/1.1 lets a client send many before the first
 * response (RFC 9112, 9.3.2), and Node handles them all at once: a few kilobytes would make a thousand large responses,
 * which may never be read. A client that sends more ahead than real clients do is disconnected.
 */
export class InFlightResponses {
  /** By connection, in the order of their requests. */
  private readonly open = new Map<Socket, Set<Response>>();
  private readonly stopListeners: (() => void)[] = [];
  private stopping = false;

  middleware(): RequestHandler {
    return (request: Request, response: Response, next: NextFunction) => {
      const { socket } = request;
      const responses = this.open.get(socket) ?? this.watch(socket);
      // A client reads nothing behind the response that closes the connection (RFC 9112, 9.6): such a request is
      // ignored.
      if (this.stopping && (!socket.writable || [...responses].some(closesConnection))) return;
      responses.add(response);
      response.once('close', () => {
        responses.delete(response);
        if (this.stopping) closeWhenDone(socket, responses);
      });
      if (this.stopping) closeWhenDone(socket, responses);
      // Node gives a response its socket when those before it are out.
      if (response.socket !== null) next();
      else if (responses.size > 1 + MAX_WAITING) socket.destroy();
      else response.once('socket', () => next());
    };
  }

  /** The response that a connection is waiting for, if any. */
  respondOn(socket: Socket): Response | undefined {
    return [...(this.open.get(socket) ?? [])].find((response) => response.socket === socket);
  }

  /** Calls `listener` when the server stops, for responses that would never end on their own. */
  onStop(listener: () => void): void {
    this.stopListeners.push(listener);
  }

  /**
   * Stops accepting, waits for in-flight responses and closes every connection.
   *
   * @param deadlineMs after this, what is left is cut off
   */
  async drain(server: Server, deadlineMs: number): Promise<void> {
    this.stopping = true;
    for (const listener of this.stopListeners) listener();
    // HTTP's own `close` would cut off responses that are written, but not sent yet.
    const closed = new Promise<void>((resolve) => Listener.prototype.close.call(server, () => resolve()));
    for (const [socket, responses] of this.open) closeWhenDone(socket, responses);
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
    await closed;
    clearTimeout(deadline);
  }

  /** When a connection is lost, Node closes only the current response; those that wait behind it are closed here. */
  private watch(socket: Socket): Set<Response> {
    const responses = new Set<Response>();
    this.open.set(socket, responses);
    socket.once('close', () => {
      this.open.delete(socket);
      for (const response of responses) if (response.socket !== socket) response.destroy().emit('close');
    });
    return responses;
  }
}

/**
 * Closes a connection that waits for no response. Otherwise its last response gets `Connection: close`, unless its
 * headers are out already.
 */
function closeWhenDone(socket: Socket, responses: ReadonlySet<Response>): void {
  if (responses.size === 0) socket.destroySoon();
  const last = [...responses].at(-1);
  for (const response of responses) {
    if (response.headersSent) continue;
    if (response === last) response.setHeader('Connection', 'close');
    else response.removeHeader('Connection');
  }
}

function closesConnection(response: Response): boolean {
  return response.headersSent && response.getHeader('Connection') === 'close';
}
