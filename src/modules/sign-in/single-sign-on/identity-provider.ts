import { Inject, Injectable } from '@nestjs/common';
import type { ClientAuth, Configuration as Client, ServerMetadata } from 'openid-client';
import { randomToken } from '../../../kernel/ids';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { IssuerDocuments, type PublishedDocuments } from './issuer-documents';
import { identityOf, needsUserInfo, type Identity } from './person-claims';
import { ClientRefused, ProviderFailure } from './provider-failure';
import { failing, isOfResponse, ProviderHttp, TIMEOUT_MS } from './provider-http';

type OpenIdClient = typeof import('openid-client');

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

/**
 * Speaks OpenID Connect (Core 1.0) to the providers of organizations: the authorization code flow with PKCE (RFC 7636),
 * state and nonce. The signature of an ID token is verified by the provider's published keys.
 */
@Injectable()
export class IdentityProviders {
  constructor(
    private readonly documents: IssuerDocuments,
    private readonly http: ProviderHttp,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * Finds out what can be known of a provider before anybody signs in: whether it can be used, and by a code that it never
   * gave, whether it knows the client. One that looks at the code first does not say so.
   *
   * @throws ProviderFailure; ClientRefused
   */
  async check(registration: Registration, redirectUri: string): Promise<void> {
    const documents = await this.documents.reload(registration.issuer);
    await failing(async () => {
      const oidc = await import('openid-client');
      const parameters = { code: randomToken(), redirect_uri: redirectUri, code_verifier: randomToken() };
      try {
        await this.asClient(oidc, registration, documents, (client) =>
          oidc.genericGrantRequest(client, 'authorization_code', parameters),
        );
      } catch (error) {
        if (isClientRefused(error)) throw new ClientRefused();
        // It responded: what it has against the code is as it should be.
        if (!isOfResponse(error)) throw error;
      }
    });
  }

  /** Where to send a browser, and what to keep until it comes back. @throws ProviderFailure */
  async begin(
    registration: Registration,
    redirectUri: string,
    email: string,
  ): Promise<PendingSignIn & { url: string }> {
    const documents = await this.documents.of(registration.issuer);
    return failing(async () => {
      const oidc = await import('openid-client');
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
      const url = oidc.buildAuthorizationUrl(this.clientOf(oidc, registration, documents, oidc.None()), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        login_hint: email,
      });
      return { state, nonce, verifier, url: url.href };
    });
  }

  /**
   * Who has signed in, once the browser is back.
   *
   * @param returnedTo the address that it came back to, with its query
   * @throws ProviderFailure when the provider refused, or anything of its response does not fit the request
   */
  async finish(registration: Registration, returnedTo: URL, pending: PendingSignIn): Promise<Identity> {
    const documents = await this.documents.of(registration.issuer);
    return failing(async () => {
      const oidc = await import('openid-client');
      const checks = {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      };
      const { client, tokens } = await this.asClient(oidc, registration, documents, async (client) => ({
        client,
        tokens: await oidc.authorizationCodeGrant(client, returnedTo, checks),
      }));
      const claims = tokens.claims();
      if (claims === undefined) throw new ProviderFailure('The provider sent no ID token.');
      const isAsked = needsUserInfo(claims) && documents.metadata.userinfo_endpoint !== undefined;
      const userInfo = isAsked ? await oidc.fetchUserInfo(client, tokens.access_token, claims.sub) : {};
      return identityOf(claims, userInfo);
    });
  }

  /** Runs `work` with a client that shows its secret in a way that the provider takes. */
  private async asClient<T>(
    oidc: OpenIdClient,
    registration: Registration,
    documents: PublishedDocuments,
    work: (client: Client) => Promise<T>,
  ): Promise<T> {
    const ways = authenticationsOf(oidc, registration, documents.metadata);
    for (;;) {
      const client = this.clientOf(oidc, registration, documents, ways.shift()!);
      try {
        return await work(client);
      } catch (error) {
        // A provider lists all ways that it knows, but may want one of them from this client.
        if (ways.length === 0 || !isClientRefused(error)) throw error;
      } finally {
        documents.keys = oidc.getJwksCache(client) ?? documents.keys;
      }
    }
  }

  private clientOf(
    oidc: OpenIdClient,
    { clientId }: Registration,
    { metadata, keys }: PublishedDocuments,
    authentication: ClientAuth,
  ): Client {
    const client = new oidc.Configuration(metadata, clientId, undefined, authentication);
    client.timeout = TIMEOUT_MS / 1_000;
    client[oidc.customFetch] = this.http.fetch;
    oidc.setJwksCache(client, keys);
    // Otherwise it takes an ID token from the token endpoint as it is (Core 1.0, 3.1.3.7).
    oidc.enableNonRepudiationChecks(client);
    // In production the wall lets no http: through.
    if (!this.configuration.production) oidc.allowInsecureRequests(client);
    return client;
  }
}

/**
 * The ways in which a client can show its secret to a provider (Core 1.0, 9), the one that all must take first (RFC 6749,
 * 2.3.1).
 *
 * @throws ProviderFailure when the provider lists none of them
 */
function authenticationsOf(
  oidc: OpenIdClient,
  { clientSecret }: Registration,
  { token_endpoint_auth_methods_supported: listed = [] }: ServerMetadata,
): ClientAuth[] {
  if (clientSecret === null) return [oidc.None()];
  const ways = [
    ...(listed.includes('client_secret_basic') ? [oidc.ClientSecretBasic(clientSecret)] : []),
    ...(listed.includes('client_secret_post') ? [oidc.ClientSecretPost(clientSecret)] : []),
  ];
  if (ways.length > 0) return ways;
  throw new ProviderFailure('The provider takes a secret neither by client_secret_basic nor by client_secret_post.');
}

/** Whether the token endpoint did not accept who asks (RFC 6749, 5.2). */
function isClientRefused(error: unknown): boolean {
  const { code, status, error: reason } = error as { code?: unknown; status?: unknown; error?: unknown };
  return (
    (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' && status === 401) ||
    (code === 'OAUTH_RESPONSE_BODY_ERROR' && reason === 'invalid_client')
  );
}
