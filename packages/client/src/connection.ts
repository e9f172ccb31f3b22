import { Abort } from './abort.js';
import { createClient, type Client } from './generated/client/index.js';
import {
  apiErrorOf,
  connectionErrorOf,
  requireApiBody,
  requireEventStream,
  TourEventsError,
  unexpectedResponse,
} from './errors.js';
import { etagOf, rememberEtag } from './etags.js';
import { VERSION } from './generated/version.gen.js';
import { retryingFetch, type RetryOptions } from './retrying-fetch.js';

export interface ConnectionOptions {
  /** Where the service is, such as `https://tours.example.com`; in a browser, by default, where the page comes from. */
  readonly baseUrl?: string;
  /** An API key, `te_…`. Without one, a browser's session cookie is sent. */
  readonly apiKey?: string;
  /**
   * The organization that the calls are meant for. If the credential stands in another one meanwhile, such as a session
   * that was switched in another tab, a call does nothing but fail with `organization_changed`.
   */
  readonly organization?: string | (() => string | null);
  /** Per try, in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /**
   * For how long a call is sent again after a 429, 502, 503, 504 or a broken connection, in milliseconds; 15,000 by
   * default, so that it outlives a restart of the service. What `Retry-After` asks for comes on top.
   */
  readonly retryForMs?: number;
  /** How often a call is sent again at most; without a limit by default, 0 for never. */
  readonly maxRetries?: number;
  /** How long `Retry-After` is waited for in all, in milliseconds; 60,000 by default. */
  readonly maxWaitMs?: number;
  /** Instead of the global fetch. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** A record as it was read, or its ETag: the change is made only if the record is still that version. */
  readonly ifMatch?: object | string;
  /** For each try of this call, in milliseconds, instead of the connection's: for long imports and exports. */
  readonly timeoutMs?: number;
  /** Made automatically for each POST; give it to keep it over several calls. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a call sends. */
export interface CallParts {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: object;
  readonly body?: unknown;
}

/** Browsers send their own. */
const AGENT: Readonly<Record<string, string>> =
  'process' in globalThis ? { 'User-Agent': `TourEvents-Client/${VERSION}` } : {};

/** A generated call, such as `listTours`. */
export type Call = (options: never) => unknown;

/**
 * A connection to the service, without the namespaces of {@link TourEvents}: `connection.send(listTours, { query })`. A
 * bundler then keeps only the calls that are used.
 */
export class Connection {
  readonly baseUrl: string;
  private readonly client: Client;
  private readonly limits: RetryOptions;
  private readonly fetch: (request: Request) => Promise<Response>;
  private readonly organization: () => string | null;

  constructor(private readonly options: ConnectionOptions = {}) {
    const { baseUrl = '', organization = null, timeoutMs = 30_000, maxWaitMs = 60_000 } = options;
    const { retryForMs = 15_000, maxRetries = Infinity } = options;
    this.limits = { retryForMs, maxRetries, timeoutMs, maxWaitMs };
    requireBaseUrl(baseUrl);
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    this.organization = typeof organization === 'function' ? organization : () => organization;
    this.fetch = options.fetch ?? ((request) => globalThis.fetch(request));
    this.client = createClient({ baseUrl: this.baseUrl, credentials: 'same-origin' });
    this.client.interceptors.error.use((error, response) =>
      error instanceof TourEventsError || response === undefined ? error : apiErrorOf(error, response),
    );
  }

  /**
   * Makes a call and gives the body of its response.
   *
   * @throws ApiError for an error response, ConnectionError when there is none, and what `signal` was aborted with
   */
  async send<Body>(call: Call, parts: CallParts, options: CallOptions = {}): Promise<Body> {
    const limits = { ...this.limits, ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }) };
    const { data, response } = await this.call<Body>(call, {
      ...parts,
      headers: this.headers(options),
      fetch: retryingFetch(this.fetch, limits, options.signal),
    });
    requireApiBody(response, data, this.baseUrl);
    rememberEtag(data, response.headers.get('ETag'));
    return data;
  }

  /**
   * Opens a stream of server-sent events. It is neither retried nor ended by a timeout: its reader does that.
   *
   * @param abort what ends it
   */
  async stream(
    call: Call,
    parts: CallParts,
    options: Pick<CallOptions, 'headers'>,
    abort: Abort,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const { data, response } = await this.call<ReadableStream<Uint8Array<ArrayBuffer>>>(call, {
      ...parts,
      headers: { ...this.headers(options), Accept: 'text/event-stream' },
      fetch: (request: Request) =>
        this.fetch(abort.requestOf(request)).catch((error: unknown) => {
          throw connectionErrorOf(request.url, error);
        }),
      parseAs: 'stream',
    });
    requireEventStream(response, this.baseUrl);
    return data;
  }

  private async call<Body>(call: Call, options: object): Promise<{ data: Body; response: Response }> {
    // Not enumerable, since the generated code hands all that is to `new Request`, where Deno takes `client` for its own.
    const given = Object.defineProperty({ ...options, throwOnError: true }, 'client', { value: this.client });
    try {
      return (await call(given as never)) as { data: Body; response: Response };
    } catch (error) {
      throw error instanceof SyntaxError ? unexpectedResponse(this.baseUrl, 'broken JSON') : error;
    }
  }

  private headers({ ifMatch, idempotencyKey, headers }: CallOptions): Record<string, string> {
    const { apiKey } = this.options;
    const organization = this.organization();
    const etag = typeof ifMatch === 'object' ? etagOf(ifMatch) : ifMatch;
    if (etag === null) throw new TourEventsError('The record given as ifMatch was not read by this client.');
    return {
      ...AGENT,
      ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
      ...(organization !== null && { 'X-TE-Organization': organization }),
      ...(etag !== undefined && { 'If-Match': etag }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...headers,
    };
  }
}

/** @throws TourEventsError for an address that nothing can be called at, such as one without `https://` */
function requireBaseUrl(baseUrl: string): void {
  const { location } = globalThis;
  if (baseUrl === '' && location === undefined) throw new TourEventsError('The option baseUrl is missing.');
  if (!URL.canParse(baseUrl, location?.href) || !/^https?:$/.test(new URL(baseUrl, location?.href).protocol))
    throw new TourEventsError(`The option baseUrl is no address of a service: ${baseUrl}`);
}
