import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Connection } from './connections';
import type { OutboundError, Outcome } from './outbound-post';

/** The limit of a response's body; then the connection is closed. */
const MAX_BODY_BYTES = 16 * 1024;
/** The part of it that is stored. */
const KEPT_BODY_BYTES = 1024;
const MAX_INTERIM_RESPONSES = 16;

/** By the codes of the system and of undici. TLS has too many to list. */
const ERRORS: Readonly<Record<string, OutboundError>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'connection_failed',
  EHOSTDOWN: 'connection_failed',
  ENETUNREACH: 'connection_failed',
  ENETDOWN: 'connection_failed',
  EADDRNOTAVAIL: 'connection_failed',
  EACCES: 'connection_failed',
  EPERM: 'connection_failed',
  EINVAL: 'connection_failed',
  EMFILE: 'connection_failed',
  ENFILE: 'connection_failed',
  ENOBUFS: 'connection_failed',
  UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'invalid_response',
};

/** One request on its way. It ends once: with the response, with an error or at the timeout. */
export class Attempt implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<Outcome>;
  private resolve: (outcome: Outcome) => void;
  private reject: (error: unknown) => void;
  private readonly startedAt = performance.now();
  private readonly timer: NodeJS.Timeout;
  private connection: Connection | null = null;
  private bytesReadBefore = 0;
  private status: number | null = null;
  private interimResponses = 0;
  private bodyBytes = 0;
  private readonly kept: Buffer[] = [];
  private over = false;

  /**
   * @param release called when it ends, to take back the connection if it had one; `reusable` is true when the
   *   connection has delivered a complete response
   */
  constructor(
    timeoutMs: number,
    private readonly release: (connection: Connection | null, reusable: boolean) => void,
  ) {
    this.outcome = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.timer = setTimeout(() => this.end('timeout'), timeoutMs);
  }

  /** Whether it has ended, and nothing must be sent any more. */
  get ended(): boolean {
    return this.over;
  }

  /** Sends the request over a connection that is this attempt's alone until it ends. */
  send(connection: Connection, request: Dispatcher.DispatchOptions): void {
    this.connection = connection;
    this.bytesReadBefore = connection.bytesRead;
    connection.client.dispatch(request, this);
  }

  onRequestStart(): void {
    // Its presence selects one of undici's two interfaces.
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // Interim responses (RFC 9110, 15.2) do not count, and no server needs many.
    if (status < 200) {
      if (++this.interimResponses > MAX_INTERIM_RESPONSES) this.end('invalid_response');
      return;
    }
    this.status = status;
    // Such a response ends with its headers, whatever length they announce (RFC 9112, 6.3); undici would wait for a
    // body.
    if (status === 204 && Number(headers['content-length'] ?? 0) !== 0) this.end(null);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.bodyBytes < KEPT_BODY_BYTES) this.kept.push(chunk.subarray(0, KEPT_BODY_BYTES - this.bodyBytes));
    this.bodyBytes += chunk.length;
    if (this.bodyBytes >= MAX_BODY_BYTES) this.end(null);
  }

  onResponseEnd(): void {
    // A body without a length ends with its connection, and undici takes a connection that broke for one that ended.
    if (this.connection?.broken) this.end('body_broken_off');
    else this.end(null, true);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error & { code?: string }): void {
    // A request that can't be sent at all is our own mistake.
    if (error.code === 'UND_ERR_INVALID_ARG') throw error;
    this.end(this.reasonOf(error));
  }

  /**
   * Ends it, unless it has ended.
   *
   * @param error why the response is not complete; null when it is
   * @param reusable whether the connection can take another request
   */
  end(error: OutboundError | null, reusable = false): void {
    if (this.over) return;
    this.finish(reusable);
    this.resolve({
      status: this.status,
      error,
      responseBody: this.status === null ? null : textOf(this.kept, this.bodyBytes),
      durationMs: Math.round(performance.now() - this.startedAt),
      succeeded: error === null && this.status !== null && this.status >= 200 && this.status < 300,
    });
  }

  /** Ends it because of our own mistake: {@link outcome} is rejected with it. */
  fail(error: unknown): void {
    if (this.over) return;
    this.finish(false);
    this.reject(error);
  }

  private finish(reusable: boolean): void {
    this.over = true;
    clearTimeout(this.timer);
    this.release(this.connection, reusable);
  }

  private reasonOf({ name, code = '' }: Error & { code?: string }): OutboundError {
    const known = ERRORS[code];
    if (known === 'headers_too_large' || known === 'timeout') return known;
    if (this.status !== null) return 'body_broken_off';
    if (this.connection === null) return known ?? 'connection_failed';
    const { ready, secure, bytesRead } = this.connection;
    // What came is not an HTTP response.
    if (name === 'HTTPParserError') return 'invalid_response';
    if (code === 'UND_ERR_SOCKET' && ready && bytesRead > this.bytesReadBefore) return 'invalid_response';
    return known ?? (secure ? 'tls_failed' : 'connection_failed');
  }
}

/** The body as text that PostgreSQL can store: UTF-8, with U+FFFD for NUL and for whatever is no UTF-8. */
function textOf(chunks: readonly Buffer[], totalBytes: number): string {
  const kept = Buffer.concat(chunks);
  const text =
    totalBytes <= KEPT_BODY_BYTES
      ? kept.toString('utf8')
      : // A character that the limit cuts in two is dropped.
        new TextDecoder('utf-8', { ignoreBOM: true }).decode(kept, { stream: true });
  return text.replaceAll('\0', '\uFFFD');
}
