import { randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A message as a receiver reads it (RFC 5322, MIME). */
export interface ReceivedMail {
  /** Lower-case names; unfolded, encoded words decoded. */
  headers: Record<string, string>;
  text: string;
  html: string;
  /** The calendar entry that it carries, or null. */
  calendar: string | null;
  raw: string;
}

/** True for the message that asks to confirm an address, which everybody gets who registers. */
export function asksToConfirm({ headers }: ReceivedMail): boolean {
  return headers['subject'] === 'Confirm your e-mail address';
}

/** True for what everybody gets whom `registerTenant` registers: that message, and the notice of the API key. */
export function comesWithRegistering(mail: ReceivedMail): boolean {
  return asksToConfirm(mail) || mail.headers['subject'] === 'An API key was made for your account';
}

/** An SMTP server's refusal, with its reply code. */
export class Refusal extends Error {
  constructor(
    readonly responseCode: number,
    message: string,
  ) {
    super(message);
  }
}

/** The addresses of `registerTenant`. */
const REGISTERED = /^admin-\d+-[a-z0-9]+-\d+@example\.com$/;

/**
 * A real SMTP server on the loopback interface that keeps what it is given. It always takes what comes with registering,
 * and does not keep that.
 */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Asked for each recipient; throwing a {@link Refusal} refuses it, and a pending promise stalls the session. */
  onRecipient: (address: string) => void | Promise<void> = () => undefined;
  /** Whether it hangs up when it has all of a message, instead of a response. */
  hangsUp = false;

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
  ) {}

  /** @param port 0 means any */
  static async start(port = 0, options: SMTPServerOptions = {}): Promise<MailServer> {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onRcptTo: ({ address }, _session, done) =>
        void Promise.resolve(address)
          .then((to) => (REGISTERED.test(to) ? undefined : mailServer.onRecipient(to)))
          .then(() => done(), done),
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const mail = readMail(Buffer.concat(chunks).toString('latin1'));
          if (comesWithRegistering(mail)) return done();
          mailServer.received.push(mail);
          if (mailServer.hangsUp) for (const socket of sockets) socket.destroy();
          else done();
        });
      },
      ...options,
    });
    const sockets = new Set<Socket>();
    server.server.on('connection', (socket: Socket) => void sockets.add(socket));
    // A client that hangs up in the middle is part of what is tested.
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const mailServer: MailServer = new MailServer(server, (server.server.address() as AddressInfo).port);
    return mailServer;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

/**
 * A port of the loopback interface where nobody listens, and where nobody will unless a test does: it lies below those
 * that systems give to connections and to servers that ask for any port, so no other process is given it meanwhile.
 */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    const probe = createServer();
    const listens = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!listens) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

/** The message's id, which stands before the @ of its Message-ID. */
export function idOf({ headers }: ReceivedMail): string {
  return /^<([^@]+)@/.exec(headers['message-id'] ?? '')?.[1] ?? 'none';
}

/** What was read of files, which never change, by their paths: tests that wait for a message look again and again. */
const readFiles = new Map<string, ReceivedMail>();

/** The messages that a service without an SMTP server wrote to files, oldest first. */
export async function readMailFiles(dataDir: string): Promise<ReceivedMail[]> {
  const directory = join(dataDir, 'mail');
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(names.map((name) => readMailFile(join(directory, name))));
}

async function readMailFile(path: string): Promise<ReceivedMail> {
  const mail = readFiles.get(path) ?? readMail(await readFile(path, 'latin1'));
  readFiles.set(path, mail);
  return mail;
}

/** Takes a message apart by the rules of RFC 5322 and MIME, as far as the service makes use of them; throws where it breaks them. */
export function readMail(raw: string): ReceivedMail {
  if (/(^|[^\r])\n|\r[^\n]/.test(raw)) throw new Error('RFC 5322, 2.3: lines end in CRLF');
  if (raw.split('\r\n').some((line) => line.length > 998))
    throw new Error('RFC 5322, 2.1.1: no line is longer than 998 characters');
  const whole = readPart(raw);
  const mixed = partsOf(whole, 'mixed');
  const parts = partsOf(mixed?.[0] ?? whole, 'alternative');
  if (parts === null) throw new Error(`Expected multipart/alternative, got ${whole.headers['content-type']}`);
  const part = (type: string) => {
    const found = parts.filter(({ headers: own }) => own['content-type'] === `${type}; charset=utf-8`);
    if (found.length !== 1) throw new Error(`Expected one part of the type ${type}, got ${found.length}`);
    return decodeBody(found[0]!);
  };
  const calendar = parts.find(({ headers }) => headers['content-type']?.startsWith('text/calendar'));
  return {
    headers: whole.headers,
    text: part('text/plain'),
    html: part('text/html'),
    calendar: calendar === undefined ? null : decodeBody(calendar),
    raw,
  };
}

/** The parts of a multipart body; null where it is of another kind. */
function partsOf({ headers, body }: Part, kind: 'mixed' | 'alternative'): Part[] | null {
  const boundary = new RegExp(`^multipart/${kind};.*boundary="([^"]+)"`).exec(headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) return null;
  const [, ...rest] = `\r\n${body}`.split(`\r\n--${boundary}`);
  if (rest.at(-1)?.startsWith('--') !== true) throw new Error('RFC 2046, 5.1.1: the last boundary ends in two hyphens');
  return rest.slice(0, -1).map((part) => readPart(part.slice(2)));
}

interface Part {
  readonly headers: Record<string, string>;
  readonly body: string;
}

function readPart(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const headers: Record<string, string> = {};
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [, name, value] = /^([!-9;-~]+): ?(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`Not a header: ${line}`);
    if (name.toLowerCase() in headers) throw new Error(`Twice: ${name}`);
    headers[name.toLowerCase()] = decodeWords(value);
  }
  return { headers, body: raw.slice(end + 4) };
}

function decodeBody({ headers, body }: { headers: Record<string, string>; body: string }): string {
  switch (headers['content-transfer-encoding']) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('utf8');
    case 'quoted-printable':
      return decodeQuoted(body.replace(/=\r\n/g, ''));
    default:
      return body;
  }
}

/** RFC 2047; the space between two encoded words is none. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_word, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuoted(text.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text: string): string {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_code, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}
