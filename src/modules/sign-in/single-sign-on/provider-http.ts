import { Injectable } from '@nestjs/common';
import type { CustomFetchOptions } from 'openid-client';
import { UncallableUrl } from '../../../platform/outbound-http/outbound-post';
import { OutboundHttp } from '../../../platform/outbound-http/outbound-http.service';
import { ProviderFailure } from './provider-failure';

export const TIMEOUT_MS = 8_000;
/** More than any discovery document, key set or token has. */
const MAX_BYTES = 128 * 1024;

/** Requests to providers. All pass the wall for outbound calls, since a customer names the address. */
@Injectable()
export class ProviderHttp {
  constructor(private readonly outbound: OutboundHttp) {}

  /** For openid-client. @throws Error without a complete response within the timeout */
  readonly fetch = async (url: string, options: CustomFetchOptions): Promise<Response> => {
    const { status, headers, body } = await this.outbound.exchange({
      url,
      method: options.method as 'GET' | 'POST',
      headers: options.headers,
      body: options.body === undefined || options.body === null ? null : Buffer.from(String(options.body)),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    return new Response(status === 204 ? null : new Uint8Array(body), { status, headers });
  };

  /** A JSON document. @throws ProviderFailure when there is none */
  async document(url: string): Promise<unknown> {
    const headers = { accept: 'application/json' };
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
    const { status, body } = await this.outbound.exchange({ url, method: 'GET', headers, body: null, ...limits });
    if (status !== 200) throw new ProviderFailure("The provider's configuration cannot be read.");
    try {
      return JSON.parse(body.toString());
    } catch (error) {
      throw new ProviderFailure("The provider's configuration is no JSON.", { cause: error });
    }
  }

  /** @throws ProviderFailure for an address that may not be called @param name what the address is, for people */
  async requireCallable(name: string, url: string): Promise<void> {
    try {
      await this.outbound.requireCallable(url);
    } catch (error) {
      if (!(error instanceof UncallableUrl)) throw error;
      throw new ProviderFailure(`The provider's ${name}: ${error.message}`, { cause: error });
    }
  }
}

/**
 * Runs what speaks with a provider. Whatever goes wrong there is a failure of the provider: what it says is not under the
 * service's control, and openid-client has errors of many kinds.
 *
 * @throws ProviderFailure
 */
export async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProviderFailure ? error : new ProviderFailure(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UncallableUrl) return cause.message;
  }
  const { code } = error as { code?: unknown };
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return 'The provider did not sign you in.';
  const claim = wrongClaimOf(error);
  if (claim !== null && claim in WRONG_CLAIMS) return WRONG_CLAIMS[claim as keyof typeof WRONG_CLAIMS];
  return isOfResponse(error)
    ? `The provider's response is not valid (${String(code)}).`
    : 'The provider cannot be reached.';
}

const CLOCK = "The provider's ID token is not valid at this time: its clock, or that of the service, is wrong.";
/** What an Admin has to look at, by the claim that the ID token has wrong. */
const WRONG_CLAIMS = {
  iss: "The provider's ID token names another issuer than its configuration, if only by a slash.",
  aud: "The provider's ID token is for another client.",
  azp: "The provider's ID token is for another client.",
  exp: CLOCK,
  nbf: CLOCK,
  iat: CLOCK,
};

/** The claim that openid-client found wrong. */
function wrongClaimOf(error: unknown): string | null {
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = (cause as Error).cause) {
    const { claim } = cause as { claim?: unknown };
    if (typeof claim === 'string') return claim;
  }
  return null;
}

/** Whether openid-client's error is about what the provider responded, and not that there was no response. */
export function isOfResponse(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^OAUTH_(?!TIMEOUT|ABORT)/.test(code);
}
