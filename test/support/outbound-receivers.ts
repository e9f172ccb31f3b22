import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { readConfiguration } from '../../src/platform/config/configuration';
import type { HostResolver } from '../../src/platform/outbound-http/host-resolver';
import { OutboundHttp } from '../../src/platform/outbound-http/outbound-http.service';
import type { OutboundPost, Outcome } from '../../src/platform/outbound-http/outbound-post';

/** What is posted to the receivers. */
export const BODY = Buffer.from('{"naïve":"✓ 😀"}');

/** A resolver that knows the names which a test has made up. */
class Names implements HostResolver {
  /** `silent` stands for name servers that never respond. */
  readonly addresses = new Map<string, readonly string[] | 'silent'>();
  readonly asked: string[] = [];

  async resolve(name: string): Promise<readonly string[]> {
    this.asked.push(name);
    const addresses = this.addresses.get(name) ?? [];
    return addresses === 'silent' ? new Promise<never>(() => {}) : addresses;
  }
}

/** Receivers on the own machine, and the service that calls them. All are closed when their test is over. */
export class Receivers {
  readonly names = new Names();
  private readonly servers = new Set<Server>();
  private readonly services = new Set<OutboundHttp>();

  constructor() {
    afterEach(() => this.close());
  }

  /** By default one that may call 127.0.0.0/8. */
  service(env: NodeJS.ProcessEnv = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }): OutboundHttp {
    const { production, webhookAllowedNetworks } = readConfiguration(env);
    const http = new OutboundHttp({ httpsOnly: production, allowedNetworks: webhookAllowedNetworks }, this.names);
    this.services.add(http);
    return http;
  }

  /** @param url or the port of a receiver */
  post(url: string | number, overrides: Partial<OutboundPost> = {}, http = this.shared()): Promise<Outcome> {
    return http.post({
      url: typeof url === 'number' ? `http://127.0.0.1:${url}/hook` : url,
      headers: { 'Content-Type': 'application/json' },
      body: BODY,
      timeoutMs: 10_000,
      ...overrides,
    });
  }

  /** @returns the port */
  async listen(server: Server, host = '127.0.0.1'): Promise<number> {
    this.servers.add(server);
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
    server.on('close', () => sockets.forEach((socket) => socket.destroy()));
    await new Promise<void>((listening) => server.listen(0, host, listening));
    return (server.address() as AddressInfo).port;
  }

  /** Responds to HTTP. */
  http(response: RequestListener): Promise<number> {
    return this.listen(createHttpServer(response));
  }

  /** Sends bytes, once it has read the whole request. */
  raw(response: (socket: Socket) => void): Promise<number> {
    return this.listen(
      createTcpServer((socket) => {
        let read = Buffer.alloc(0);
        socket.on('data', (chunk) => {
          read = Buffer.concat([read, chunk]);
          if (!read.includes(BODY)) return;
          read = Buffer.alloc(0);
          response(socket);
        });
      }),
    );
  }

  /** Nobody listens any more. */
  close(): void {
    for (const http of this.services) http.close();
    for (const server of this.servers) server.close().emit('close');
    this.services.clear();
    this.servers.clear();
    this.names.addresses.clear();
    this.names.asked.length = 0;
  }

  private shared(): OutboundHttp {
    const [first] = this.services;
    return first ?? this.service();
  }
}
