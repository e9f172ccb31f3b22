import { Inject, Injectable } from '@nestjs/common';
import { buildConnector, Pool } from 'undici';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';

const CONNECT_TIMEOUT_MS = 5_000;
const WHOLE_TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 64 * 1024;

/** The API's response, or why there was none. */
export type CloudResponse =
  | { readonly status: number; readonly errorCode: number | null; readonly retryAfterSeconds: number | undefined }
  /** `sent`: whether the API may have got the request. */
  | { readonly failure: string; readonly sent: boolean };

/** Sends messages with WhatsApp's Cloud API. No error or log repeats any part of the token or of a request. */
@Injectable()
export class CloudApi {
  private readonly pool: Pool | null;
  private readonly path: string = '';
  private readonly headers: Readonly<Record<string, string>> = {};
  /** Errors in connecting, after which no request was sent. */
  private readonly unconnected = new WeakSet<Error>();

  constructor(
    @Inject(CONFIGURATION) { whatsapp }: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    if (whatsapp === null) {
      this.pool = null;
      return;
    }
    const { origin, pathname } = new URL(whatsapp.url);
    const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
    this.pool = new Pool(origin, {
      pipelining: 1,
      connect: (options, done) =>
        connect(options, (...[error, socket]) => {
          if (error !== null) this.unconnected.add(error);
          done(...([error, socket] as Parameters<typeof done>));
        }),
    });
    this.path = `${pathname.replace(/\/$/, '')}/${whatsapp.phoneId}/messages`;
    this.headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${whatsapp.token}` };
  }

  /** Posts a message. Redirects are not followed. */
  async post(message: object): Promise<CloudResponse> {
    if (this.pool === null) return { failure: 'not configured', sent: false };
    const signal = AbortSignal.timeout(WHOLE_TIMEOUT_MS);
    const { path, headers } = this;
    try {
      const response = await this.pool.request({
        path,
        headers,
        method: 'POST',
        body: JSON.stringify(message),
        signal,
      });
      const retryAfterSeconds = this.secondsOf(response.headers['retry-after']);
      // The status is enough: it does not matter if the body breaks off.
      const errorCode = errorCodeOf(await readSome(response.body).catch(() => ''));
      return { status: response.statusCode, errorCode, retryAfterSeconds };
    } catch (error) {
      return { failure: codeOf(error), sent: !this.unconnected.has(error as Error) };
    }
  }

  /** Cuts off requests in flight. */
  close(): void {
    void this.pool?.destroy();
  }

  /** Seconds, or a date (RFC 9110, 10.2.3). */
  private secondsOf(header: string | string[] | undefined): number | undefined {
    if (typeof header !== 'string') return undefined;
    if (/^\d{1,9}$/.test(header)) return Number(header);
    const at = Date.parse(header);
    return Number.isNaN(at) ? undefined : Math.max(0, (at - this.clock.now().getTime()) / 1000);
  }
}

async function readSome(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > MAX_RESPONSE_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** From `{"error": {"code": 131030, ...}}`; the error's text may repeat the message, its code does not. */
function errorCodeOf(text: string): number | null {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown } };
    return typeof error?.code === 'number' ? error.code : null;
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string };
  return typeof code === 'string' ? code : (name ?? 'failed');
}
