/** One POST to an address that a customer named. */
export interface OutboundPost {
  /** As it was registered; it is checked again. */
  readonly url: string;
  /** Sent as they are. `Host`, `Content-Length` and `Connection` are added. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** For everything: name resolution, connecting, sending, and the whole response. */
  readonly timeoutMs: number;
}

/** Why there was no complete response. Stable, for people and for programs. */
export type OutboundError =
  | 'invalid_url'
  | 'dns_failed'
  | 'address_refused'
  | 'connection_refused'
  | 'connection_reset'
  | 'connection_failed'
  | 'tls_failed'
  | 'timeout'
  | 'headers_too_large'
  | 'invalid_response'
  | 'body_broken_off'
  | 'cut_off';

/** The outcome of a POST. */
export interface Outcome {
  /** The response's status, when one began; it may be set beside an `error`. */
  readonly status: number | null;
  /** Null when the response was read to its end, or up to the limit. */
  readonly error: OutboundError | null;
  /** The first 1 KiB of the response as text that PostgreSQL can store; null when none began. */
  readonly responseBody: string | null;
  /** Whole milliseconds. */
  readonly durationMs: number;
  /** A status of 2xx, and no error. */
  readonly succeeded: boolean;
}

/**
 * Why a URL may not be called. `code` is stable and snake_case, the message is for people and reveals nothing internal.
 */
export class UncallableUrl extends Error {
  constructor(
    readonly code: 'url_invalid' | 'https_required' | 'host_unresolvable' | 'address_refused',
    message: string,
  ) {
    super(message);
  }
}
