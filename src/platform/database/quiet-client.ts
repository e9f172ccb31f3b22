import { Client, type ClientConfig } from 'pg';

/**
 * pg's client with a listener for `error`, so that losing an idle connection does not end the process: pg's own pool
 * listens only while the connection is not in use. A user of the connection learns of the loss from the next statement,
 * and must listen itself if it relies on the connection's state, such as a lock.
 */
export class QuietClient extends Client {
  constructor(config: ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
