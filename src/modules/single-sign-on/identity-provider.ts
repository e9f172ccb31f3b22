import { Inject, Injectable } from '@nestjs/common';
import type { Configuration as Client, CustomFetchOptions } from 'openid-client';
import { CONFIGURATION, type Configuration } from '../../platform/config/configuration';
import { UncallableUrl } from '../../platform/outbound-http/outbound-post';
import { OutboundHttp } from '../../platform/outbound-http/outbound-http.service';

const TIMEOUT_MS = 8_000;
/** More than any discovery document, key set or token has. */
const MAX_BYTES = 512 * 1024;

/** A provider, and as whom the service comes to it. */
export interface Registration {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
}

/** What a sign-in needs to know when it comes back. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who has signed in, as the provider says. */
export interface Identity {
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
}

/** The provider can't be used, or did not sign the person in. The message is for people. */
export class ProviderFailure extends Error {}

/**
 * Speaks OpenID Connect (Core 1.0) to the providers of organizations: the authorization code flow with PKCE (RFC 7636),
 * state and nonce. All requests pass the wall for outbound calls, since a customer names the address.
 */
@Injectable()
export class IdentityProviders {
  constructor(
    private readonly outbound: OutboundHttp,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** @throws ProviderFailure unless the issuer's configuration can be read and is its own */
  async check(registration: Registration): Promise<void> {
    await this.discover(registration);
  }

  /** Where to send a browser, and what to keep until it comes back. @throws ProviderFailure */
  async begin(
    registration: Registration,
    redirectUri: string,
    email: string,
  ): Promise<PendingSignIn & { url: string }> {
    const oidc = await import('openid-client');
    const client = await this.discover(registration);
    const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
    const url = oidc.buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      login_hint: email,
    });
    return { state, nonce, verifier, url: url.href };
  }

  /**
   * Who has signed in, once the browser is back.
   *
   * @param returnedTo the address that it came back to, with its query
   * @throws ProviderFailure when the provider refused, or anything of its response does not fit the request
   */
  async finish(registration: Registration, returnedTo: URL, pending: PendingSignIn): Promise<Identity> {
    const oidc = await import('openid-client');
    const client = await this.discover(registration);
    return failing(async () => {
      const tokens = await oidc.authorizationCodeGrant(client, returnedTo, {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      // By the specification (5.4) the claims of the scopes are at the UserInfo endpoint; many put them here, too.
      const person =
        claims['email'] === undefined && client.serverMetadata().userinfo_endpoint !== undefined
          ? { ...claims, ...(await oidc.fetchUserInfo(client, tokens.access_token, claims.sub)) }
          : claims;
      return {
        subject: claims.sub,
        email: typeof person['email'] === 'string' ? person['email'] : null,
        emailVerified: person['email_verified'] === true,
        name: typeof person['name'] === 'string' ? person['name'] : null,
      };
    });
  }

  private async discover({ issuer, clientId, clientSecret }: Registration): Promise<Client> {
    const oidc = await import('openid-client');
    const authentication = clientSecret === null ? oidc.None() : undefined;
    return failing(() =>
      oidc.discovery(new URL(issuer), clientId, clientSecret ?? undefined, authentication, {
        [oidc.customFetch]: this.fetch,
        timeout: TIMEOUT_MS / 1_000,
        // In production the wall lets no http: through.
        ...(!this.configuration.production && { execute: [oidc.allowInsecureRequests] }),
      }),
    );
  }

  private readonly fetch = async (url: string, options: CustomFetchOptions): Promise<Response> => {
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
}

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ProviderFailure(reasonOf(error), { cause: error });
  }
}

/** Words for the person at the browser; what a provider responds is not repeated, since anybody can be one. */
function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UncallableUrl) return cause.message;
  }
  const code = (error as { code?: unknown }).code;
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return 'The provider did not sign you in.';
  if (typeof code === 'string' && /^OAUTH_(?!TIMEOUT)/.test(code))
    return `The provider's response is not valid (${code}).`;
  return 'The provider can not be reached.';
}
