import { createSocket, type Socket } from 'node:dgram';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { SystemHostResolver } from './host-resolver';

const TYPE_A = 1;
const NOT_FOUND = 3;

/** A name server (RFC 1035) that knows IPv4 addresses, and keeps silent about names that begin with "silent". */
async function startNameServer(records: Map<string, number[]>): Promise<{ socket: Socket; asked: string[] }> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (; query[at] !== 0; at += query[at]! + 1) labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
    const question = query.subarray(12, at + 5);
    const name = labels.join('.').toLowerCase();
    asked.push(name);
    if (name.startsWith('silent')) return;
    const address = records.get(name);
    const responses = address !== undefined && query.readUInt16BE(at + 1) === TYPE_A ? [address] : [];
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (address === undefined ? NOT_FOUND : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(responses.length, 6);
    const records_ = responses.map((bytes) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...bytes]));
    socket.send(Buffer.concat([head, question, ...records_]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { socket, asked };
}

describe('the addresses of a host', () => {
  const records = new Map<string, number[]>();
  let nameServer: Awaited<ReturnType<typeof startNameServer>>;
  let folder: string;
  let hostsFile: string;
  let resolver: SystemHostResolver;

  beforeAll(async () => {
    nameServer = await startNameServer(records);
    folder = await mkdtemp(join(tmpdir(), 'hosts-'));
    hostsFile = join(folder, 'hosts');
    await writeFile(
      hostsFile,
      '# The machines of this house\n127.0.0.1 localhost\r\n10.0.0.7\tIntra.example.com intra # two names\nfd00::7 intra\nnonsense intra\n',
    );
    resolver = new SystemHostResolver(hostsFile, [`127.0.0.1:${(nameServer.socket.address() as AddressInfo).port}`]);
  });

  afterAll(async () => {
    nameServer.socket.close();
    await rm(folder, { recursive: true });
  });

  it('are those of the hosts file, before anybody is asked', async () => {
    records.set('intra.example.com', [8, 8, 8, 8]);
    expect(await resolver.resolve('intra.example.com')).toEqual(['10.0.0.7']);
    expect(await resolver.resolve('intra.example.com.')).toEqual(['10.0.0.7']);
    expect(await resolver.resolve('intra')).toEqual(['10.0.0.7', 'fd00::7']);
    expect(nameServer.asked).not.toContain('intra.example.com');
  });

  it('are those that the name servers say, asked again each time', async () => {
    records.set('hooks.example.com', [93, 184, 216, 34]);
    expect(await resolver.resolve('hooks.example.com')).toEqual(['93.184.216.34']);
    records.set('hooks.example.com', [127, 0, 0, 1]);
    expect(await resolver.resolve('hooks.example.com')).toEqual(['127.0.0.1']);
  });

  it('are none for a name that nobody knows, or that is no name', async () => {
    expect(await resolver.resolve('unknown.example.com')).toEqual([]);
    expect(await resolver.resolve('a..b')).toEqual([]);
    expect(await resolver.resolve(`${'long'.repeat(20)}.example.com`)).toEqual([]);
  });

  it('do not wait for another name whose server keeps silent', async () => {
    records.set('quick.example.com', [1, 2, 3, 4]);
    const silent = Array.from({ length: 50 }, (_, i) => resolver.resolve(`silent-${i}.example.com`));
    let responded = 0;
    for (const name of silent) void name.then(() => responded++);
    expect(await resolver.resolve('quick.example.com')).toEqual(['1.2.3.4']);
    expect(responded).toBe(0);
    expect(await Promise.all(silent)).toEqual(silent.map(() => []));
  });

  it('are none, and no error, where there is no hosts file', async () => {
    const address = `127.0.0.1:${(nameServer.socket.address() as AddressInfo).port}`;
    expect(await new SystemHostResolver(join(folder, 'missing'), [address]).resolve('intra')).toEqual([]);
  });
});
