import { gzipSync } from 'node:zlib';
import type { Json } from './client';
import { BROKEN_BODIES, HOSTILE_QUERY_VALUES, HOSTILE_VALUES, HUGE_BODIES } from './hostile';
import { operations, type DocumentedOperation } from './openapi';
import { Chance } from './chance';
import { pathIn, type World } from './world';

/** A request that only an attacker, or a broken client, sends. */
export interface HostileRequest {
  /** What it is, for whoever reads that it did harm. */
  readonly name: string;
  readonly bytes: Buffer;
  /** Whether it is HTTP, so that it must get a response; else it may be hung up on. */
  readonly isHttp: boolean;
}

type Credentials = Readonly<Record<string, string>>;

const WRONG_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/csv',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/json; =;;"',
  'application/json-patch+json',
  'json',
  '*/*',
  '/',
];
const HEADERS = [
  ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Authorization', 'Cookie', 'Date', 'Expect', 'Forwarded', 'Host'],
  ...['Idempotency-Key', 'If-Match', 'If-None-Match', 'If-Modified-Since', 'Last-Event-ID', 'Origin', 'Range'],
  ...['Sec-Fetch-Site', 'TE', 'Upgrade', 'User-Agent', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-HTTP-Method-Override'],
  ...['X-Request-Id', 'Access-Control-Request-Method', 'Proxy-Authorization', 'Trailer', 'Content-Range'],
];
const HEADER_VALUES = [
  ...[
    '',
    '*',
    'W/"',
    '"x", W/"y"',
    '\xff\xfe',
    'a\u0001b',
    "'; DROP TABLE tours; --",
    '1e400',
    '-1',
    'null',
    ';;;===,,,',
  ],
  ...[
    'x'.repeat(5_000),
    'Bearer',
    'Bearer ',
    'Bearer te_',
    'Basic OjpTOg==',
    'te_session=',
    'te_session=%ff',
    '__proto__',
  ],
  ...['te_session=a; te_session=b', 'bytes=0-,-1', 'q=1.5;q=x', '[::1]:99999', 'http://x\\@y/', '100-continue', 'h2c'],
];
const ENCODINGS = ['gzip', 'br', 'deflate', 'identity', 'gzip, gzip', 'nonsense', ''];
const METHODS = ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'CONNECT', 'QUERY', 'get', 'M-SEARCH', 'NONSENSE'];
const SEGMENTS = [
  ...[
    '%00',
    '%ff',
    '%ED%A0%80',
    '..%2f..',
    '-1',
    '1e400',
    "'",
    '%20',
    '*',
    '%',
    'undefined',
    '__proto__',
    '%F0%9F%9A%8C',
  ],
  ...['00000000-0000-0000-0000-000000000000', '019b0000-0000-7000-8000-00000000000G', 'x'.repeat(3_000)],
];
const TEXTS = [
  '\0',
  '\ud800',
  'x\udfff',
  '\u202e',
  '\u2028',
  '🚌',
  'É',
  '<script>',
  '${7*7}',
  '{{guest.name}}',
  '\r\n',
  '%s',
];
const BOMB = gzipSync(Buffer.alloc(20_000_000));

/** Makes hostile requests for every operation of the OpenAPI document, and bytes that are no request at all. */
export class Barrage {
  private readonly operations: DocumentedOperation[];
  private credentials: readonly Credentials[] = [];

  constructor(
    document: Json,
    private readonly world: World,
    private readonly chance: Chance,
  ) {
    this.operations = operations(document);
  }

  /**
   * One request for each operation, and some that are for none, in random order.
   *
   * @param credentials header fields of those who send it; some have none
   */
  round(credentials: readonly Credentials[]): HostileRequest[] {
    this.credentials = [...credentials, {}];
    const requests = this.operations.map((operation) => this.against(operation));
    const noise = Array.from({ length: requests.length / 8 }, () => this.noise());
    return this.chance.shuffled([...requests, ...noise]);
  }

  private against(operation: DocumentedOperation): HostileRequest {
    const { chance } = this;
    const method = chance.is(0.05) ? chance.of(METHODS) : operation.method.toUpperCase();
    const headers: Record<string, string> = { ...chance.of(this.credentials) };
    const body = operation.operation.requestBody === undefined ? '' : this.body(operation.operation, headers);
    if (chance.is(0.3))
      headers[chance.of(HEADERS)] = chance.of([...HEADER_VALUES, chance.bytes(40).toString('latin1')]);
    return {
      name: operation.name,
      bytes: written(method, this.target(operation), headers, body),
      // CONNECT is hung up on, and a value may have characters that no header field may have.
      isHttp: method !== 'CONNECT' && !Object.values(headers).some((value) => /[^\t\x20-\x7e\x80-\xff]/.test(value)),
    };
  }

  private target({ method, path, operation }: DocumentedOperation): string {
    const { chance } = this;
    let target = pathIn(this.world, path);
    // A valid request must not delete what the next requests need.
    if (path.includes('{') && (method === 'delete' || chance.is(0.1))) {
      const segments = target.split('/');
      const at = path.split('/').findLastIndex((segment) => segment.startsWith('{'));
      segments[at] = chance.of(SEGMENTS);
      target = segments.join('/');
    }
    const names = operation.parameters?.filter((parameter: Json) => parameter.in === 'query') ?? [];
    if (names.length === 0 && chance.is(0.8)) return target;
    const query = Array.from({ length: chance.upTo(3) }, () => {
      const name =
        chance.is(0.9) && names.length > 0 ? chance.of<Json>(names).name : chance.of(['x', 'a[b]', '%00', '']);
      return `${name}=${chance.of(HOSTILE_QUERY_VALUES)}`;
    });
    return `${target}?${query.join('&')}`;
  }

  private body(operation: Json, headers: Record<string, string>): string | Buffer {
    const { chance } = this;
    headers['Content-Type'] = chance.is(0.9) ? 'application/json' : chance.of(WRONG_TYPES);
    const { example = {} } = operation.requestBody.content['application/json'] ?? {};
    const kinds: (() => string | Buffer)[] = [
      () => this.mutated(example, 1),
      () => this.mutated(example, 1),
      () => this.mutated(example, 3),
      () => JSON.stringify(this.anything(5)),
      () => JSON.stringify({ ...example, ...(this.anything(3) as object) }),
      () => chance.of(Object.values(BROKEN_BODIES)),
      () => chance.bytes(2_000),
      () => this.cutOff(JSON.stringify(example)),
      () => nested(chance.upTo(10_000)),
      () => this.encoded(JSON.stringify(example), headers),
    ];
    return chance.is(0.02) ? chance.of(Object.values(HUGE_BODIES)) : chance.of(kinds)();
  }

  /** The example with hostile values instead of some of its fields. */
  private mutated(example: Json, fields: number): string {
    const hostile = () => this.chance.of(Object.values(HOSTILE_VALUES));
    const names = Object.keys(example);
    if (names.length === 0) return hostile();
    const changed = new Map(Array.from({ length: fields }, () => [this.chance.of(names), hostile()]));
    const members = names.map(
      (name) => `${JSON.stringify(name)}:${changed.get(name) ?? JSON.stringify(example[name])}`,
    );
    return `{${members.join(',')}}`;
  }

  /** Any JSON value, with everything in it that a text, a number or a name can be. */
  private anything(depth: number): Json {
    const { chance } = this;
    const text = () => Array.from({ length: chance.upTo(4) }, () => chance.of(TEXTS)).join('');
    const few = () => Array.from({ length: chance.upTo(4) });
    const kinds: (() => Json)[] = [
      () => chance.of([null, true, false, 0, -0, -1, 0.1, 1e308, 5e-324, 2 ** 53, 2 ** 31, -(2 ** 63)]),
      text,
      () => new Date(chance.next() * 1e15).toISOString(),
      () => chance.of(Object.values(this.world.ids)),
      () => few().map(() => this.anything(depth - 1)),
      () => Object.fromEntries(few().map(() => [text(), this.anything(depth - 1)])),
    ];
    return chance.of(depth > 0 ? kinds : kinds.slice(0, 4))();
  }

  private cutOff(json: string): string {
    return json.slice(0, this.chance.upTo(json.length) - 1);
  }

  /** In an encoding that it has, that it has not, or that blows it up. */
  private encoded(json: string, headers: Record<string, string>): Buffer {
    headers['Content-Encoding'] = this.chance.of(ENCODINGS);
    return this.chance.of([gzipSync(json), gzipSync(gzipSync(json)), Buffer.from(json), this.chance.bytes(500), BOMB]);
  }

  /** What comes over a connection from somebody who does not speak HTTP, or speaks it to do harm. */
  private noise(): HostileRequest {
    const { chance } = this;
    const whole = this.against(chance.of(this.operations)).bytes;
    const kinds: Record<string, () => string | Buffer> = {
      'random bytes': () => chance.bytes(3_000),
      'a TLS handshake': () => Buffer.concat([Buffer.from('160301020001', 'hex'), chance.bytes(500)]),
      'HTTP/2': () => Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), chance.bytes(200)]),
      'a request cut off': () => whole.subarray(0, chance.upTo(whole.length)),
      'a request with wrong bytes': () => {
        const damaged = Buffer.from(whole);
        for (let times = chance.upTo(10); times > 0; times--)
          damaged[chance.upTo(Math.min(300, damaged.length)) - 1] = chance.upTo(256) - 1;
        return damaged;
      },
      'chunks of a wrong size': () =>
        `${head('POST')}Transfer-Encoding: chunked\r\n\r\n${chance.of(['g', '-1', 'fffffffffffffffff', '5;x'])}\r\n{}\r\n0\r\n\r\n`,
      'two lengths': () => `${head('POST')}Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}{}{}`,
      'a length and chunks': () =>
        `${head('POST')}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
      'a length that is none': () =>
        `${head('POST')}Content-Length: ${chance.of(['-1', '1e3', '0x10', '9'.repeat(30)])}\r\n\r\n{}`,
      'folded header fields': () => `${head('GET')}X-Folded: a\r\n b\r\n\r\n`,
      'no version': () => 'GET /api/tours\r\n\r\n',
      'a version of its own': () => 'GET /api/tours HTTP/9.9\r\n\r\n',
      'bare line feeds': () => 'GET /api/tours HTTP/1.1\nHost: x\n\n',
      'a long target': () => `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
      'thousands of header fields': () => `${head('GET')}${'X: y\r\n'.repeat(5_000)}\r\n`,
      'many requests at once': () => Buffer.concat(Array.from({ length: 20 }, () => whole)),
    };
    const name = chance.of(Object.keys(kinds));
    return { name, bytes: Buffer.from(kinds[name]!()), isHttp: false };
  }
}

const head = (method: string) => `${method} /api/tours HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;

function nested(depth: number): string {
  return `${'{"name":['.repeat(depth)}1${']}'.repeat(depth)}`;
}

/** A request byte for byte (latin1), as no client library would let it out. */
function written(method: string, target: string, headers: Record<string, string>, body: string | Buffer): Buffer {
  const content = Buffer.from(body);
  const lines = Object.entries({
    Host: 'x',
    ...(content.length > 0 && { 'Content-Length': content.length }),
    ...headers,
  });
  const fields = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${fields}Connection: close\r\n\r\n`, 'latin1'),
    content,
  ]);
}
