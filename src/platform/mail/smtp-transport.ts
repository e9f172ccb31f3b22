import { pipeline, Transform } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import SMTPPool from 'nodemailer/lib/smtp-pool';
import { throttleOf } from './mail-throttle';
import { compose, MailFailure, type Mailbox, type MailTransport, type OutgoingMail } from './mail-transport';

/** How long each step may take; all together stay below the lease of a message (see mail-queue.ts). */
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;
const WHOLE_TIMEOUT_MS = 60_000;

/** The fields of nodemailer's errors. */
interface SmtpError extends Error {
  code?: string;
  /** The system's code, such as `ECONNREFUSED`, if nodemailer has replaced it with one of its own. */
  originalCode?: string;
  /** The SMTP command that failed; `API` when nodemailer itself failed. */
  command?: string;
  /** The server's three-digit code, if it replied. */
  responseCode?: number;
  response?: string;
}

/** A message with what to do right before its end is sent, by which the server accepts it (RFC 5321, 4.1.1.4). */
interface GuardedMail extends SendMailOptions {
  beforeTheEnd?: () => Promise<void>;
}

/** Hands messages to an SMTP server (RFC 5321), over a few connections that stay open between messages. */
export class SmtpTransport implements MailTransport {
  readonly repeatable = false;
  private readonly pool: SMTPPool;
  private readonly transporter: ReturnType<typeof createTransport>;

  /**
   * @param url `smtp://` (with STARTTLS where the server offers it) or `smtps://`, with nodemailer's options as its
   *   query, such as `?requireTLS=true`
   * @param connections the most to open
   */
  constructor(
    url: string,
    private readonly from: Mailbox,
    connections: number,
  ) {
    this.pool = new SMTPPool({
      connectionTimeout: CONNECT_TIMEOUT_MS,
      dnsTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      maxConnections: connections,
      url,
    });
    this.transporter = createTransport(this.pool);
    this.transporter.use('stream', (mail, done) => {
      const { message } = mail;
      const { beforeTheEnd } = mail.data as GuardedMail;
      const read = message.createReadStream.bind(message);
      // Called when a connection is there to take the message.
      message.createReadStream = (options) => pipeline(read(options), new EndGuard(beforeTheEnd!), () => undefined);
      done();
    });
  }

  async deliver(mail: OutgoingMail, beforeTheEnd: () => Promise<void> = async () => undefined): Promise<void> {
    let ended = false;
    const guarded: GuardedMail = {
      ...compose(mail, this.from),
      beforeTheEnd: async () => {
        await beforeTheEnd();
        ended = true;
      },
    };
    try {
      await this.transporter.sendMail({ ...guarded, signal: AbortSignal.timeout(WHOLE_TIMEOUT_MS) });
    } catch (error) {
      throw toFailure(error as SmtpError, ended);
    }
  }

  close(): void {
    this.pool.close({ force: true });
  }
}

/**
 * Permanent are a 5yz reply (RFC 5321, 4.2.1) that is about this message or its recipient, and whatever can't be put
 * into SMTP at all. A failed connection, sign-in or sender is for the operator to fix: the message waits for that.
 */
function toFailure(error: SmtpError, ended: boolean): MailFailure {
  const { name, code = name, originalCode = code, command, responseCode, response, message } = error;
  const aboutThisMessage = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM';
  const permanent = aboutThisMessage && (responseCode === undefined || (responseCode >= 500 && responseCode !== 503));
  if (code === 'EENVELOPE' && responseCode === undefined)
    return new MailFailure(`${code}: not a usable address`, permanent);
  // Its message may name the mail server's address.
  if (!response) return new MailFailure(`${code}: ${message}`, permanent, ended, originalCode);
  // A server's words may repeat the message, secret links included; its codes (RFC 3463) don't.
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const reason = [`${code} at ${command ?? 'an unknown command'}:`, responseCode, enhanced].filter(Boolean).join(' ');
  return new MailFailure(reason, permanent, false, reason, throttleOf(responseCode, response));
}

/** Passes a message on, but delays its end until `beforeTheEnd` is done, which it calls when all else has been read. */
class EndGuard extends Transform {
  constructor(private readonly beforeTheEnd: () => Promise<void>) {
    // It buffers nothing, so that only what the server's connection has read counts as taken.
    super({ readableHighWaterMark: 0 });
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    done(null, chunk);
  }

  override _flush(done: (error?: Error) => void): void {
    this.beforeTheEnd().then(() => done(), done);
  }
}
