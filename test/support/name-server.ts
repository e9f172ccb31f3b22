import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** What a name server responds with beside texts (RFC 1035, 4.1.1). */
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

/** A name server for texts: one question, one response (RFC 1035). */
export class NameServer {
  /** By name. */
  readonly texts = new Map<string, string>();
  /** Whether it can't say anything at the moment. */
  isBroken = false;

  private constructor(private readonly socket: Socket) {}

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    const server = new NameServer(socket);
    socket.on('message', (query, { port, address }) => socket.send(server.respond(query), port, address));
    await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready));
    return server;
  }

  get address(): string {
    return `127.0.0.1:${(this.socket.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.socket.close();
  }

  private respond(query: Buffer): Buffer {
    let at = 12;
    const labels: string[] = [];
    while (query[at]! > 0) {
      labels.push(query.subarray(at + 1, at + 1 + query[at]!).toString());
      at += 1 + query[at]!;
    }
    const question = query.subarray(12, at + 5);
    const text = this.isBroken ? undefined : this.texts.get(labels.join('.').toLowerCase());
    const head = Buffer.from(query.subarray(0, 12));
    const code = this.isBroken ? SERVER_FAILURE : NO_SUCH_NAME;
    head.writeUInt16BE(text === undefined ? 0x8180 + code : 0x8180, 2);
    head.writeUInt16BE(text === undefined ? 0 : 1, 6);
    head.writeUInt16BE(0, 10);
    const data = Buffer.from(text ?? '');
    const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, 0, data.length + 1, data.length]);
    return Buffer.concat([head, question, ...(text === undefined ? [] : [record, data])]);
  }
}
