import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The two connections of which one goes on where the other ends. */
type Pair = readonly [caller: Socket, target: Socket];

/**
 * A way to a port of this machine that can be cut like a network: what is sent gets lost in it without an error, and a
 * new connection is never responded to. Needs no privileges, as a firewall's rule does.
 */
export class CuttableProxy {
  private readonly pairs = new Set<Pair>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    private targetPort: number,
  ) {
    server.on('connection', (caller) => this.accept(caller));
  }

  /** @param accepted called with each connection, with how many there have been */
  static async start(targetPort: number, accepted: (count: number) => void = () => undefined): Promise<CuttableProxy> {
    const server = createServer({ allowHalfOpen: true });
    let count = 0;
    server.on('connection', () => accepted(++count));
    const proxy = new CuttableProxy(server, targetPort);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** New connections lead elsewhere; those that there are stay. */
  leadTo(port: number): void {
    this.targetPort = port;
  }

  cut(): void {
    this.isCut = true;
    for (const [caller, target] of this.pairs) {
      caller.unpipe(target).pause();
      target.unpipe(caller).pause();
    }
  }

  /** What was sent meanwhile comes now, as TCP sends again what was lost. */
  mend(): void {
    this.isCut = false;
    for (const pair of this.pairs) this.join(pair);
  }

  close(): Promise<void> {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private accept(caller: Socket): void {
    const pair: Pair = [caller, connect({ port: this.targetPort, host: '127.0.0.1', allowHalfOpen: true })];
    this.pairs.add(pair);
    for (const socket of pair) socket.setNoDelay(true).on('error', () => undefined);
    for (const socket of pair) socket.once('close', () => this.join(pair));
    if (!this.isCut) this.join(pair);
  }

  /** Lets the two exchange what they send; when one is gone, the other learns of it, unless the way is cut. */
  private join(pair: Pair): void {
    if (this.isCut) return;
    const [caller, target] = pair;
    if (caller.destroyed || target.destroyed) {
      this.pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    } else {
      caller.pipe(target);
      target.pipe(caller);
    }
  }
}
