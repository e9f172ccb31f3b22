import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Knows the answers that are not out yet, so that a stopping server can finish them and send their callers away. */
export class Draining {
  private readonly open = new Set<Response>();
  private readonly stopListeners: (() => void)[] = [];
  private stopping = false;

  middleware(): RequestHandler {
    return (_request: Request, response: Response, next: NextFunction) => {
      if (this.stopping) response.setHeader('Connection', 'close');
      this.open.add(response);
      response.once('close', () => this.open.delete(response));
      next();
    };
  }

  /** The answer that a connection is waiting for, if it is. */
  answerOn(socket: Socket): Response | undefined {
    for (const response of this.open) if (response.socket === socket) return response;
    return undefined;
  }

  /** Calls `listener` when the server is told to stop, for answers that would never end by themselves. */
  onStop(listener: () => void): void {
    this.stopListeners.push(listener);
  }

  /**
   * Stops accepting, waits for the answers under way and closes every connection.
   *
   * @param deadlineMs after this, what is left is cut off
   */
  async drain(server: Server, deadlineMs: number): Promise<void> {
    this.stopping = true;
    for (const listener of this.stopListeners) listener();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    for (const response of this.open) if (!response.headersSent) response.setHeader('Connection', 'close');
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
    await closed;
    clearTimeout(deadline);
  }
}
