import { Client, type ClientConfig } from 'pg';

/**
 * pg's client, whose loss between two statements does not end the process: pg then emits `error`, for which its pool
 * listens only while nobody uses the connection. Whoever does learns of the loss from the next statement, and must listen
 * too if the connection is kept for what it holds, such as a lock.
 */
export class QuietClient extends Client {
  constructor(config: ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
