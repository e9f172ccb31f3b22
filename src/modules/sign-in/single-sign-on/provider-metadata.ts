import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { ServerMetadata } from 'openid-client';
import { OtherIssuer, ProviderFailure } from './provider-failure';

/**
 * How ID tokens may be signed, whatever a provider says: by keys that it alone has (RFC 7518, 3.1; RFC 8037, 3.1). So
 * neither `none` nor HS256, whose key the service has too.
 */
const SIGNING_ALGORITHMS: readonly string[] = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const MIN_RSA_BITS = 2_048;
const MAX_KEYS = 100;

/** The addresses that a provider's configuration names. */
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/**
 * What a sign-in needs of a provider's configuration (OpenID Connect Discovery 1.0, 3), and nothing else of it. That its
 * addresses may be called is for the caller to check.
 *
 * @param issuer what it must call itself, to the letter (Discovery 1.0, 4.3)
 * @throws ProviderFailure when something is missing; OtherIssuer
 */
export function readMetadata(document: unknown, issuer: string): ServerMetadata & { jwks_uri: string } {
  const said = objectOf(document, 'configuration');
  if (said['issuer'] !== issuer) throw new OtherIssuer(said['issuer']);
  const endpoints = {
    authorization_endpoint: textOf(said, 'authorization_endpoint'),
    token_endpoint: textOf(said, 'token_endpoint'),
    jwks_uri: textOf(said, 'jwks_uri'),
  };
  const userInfo = said['userinfo_endpoint'] === undefined ? undefined : textOf(said, 'userinfo_endpoint');
  if (!textsOf(said, 'id_token_signing_alg_values_supported', ['RS256']).some(isAllowed))
    throw new ProviderFailure(`The provider signs with none of ${SIGNING_ALGORITHMS.join(', ')}.`);
  return {
    issuer,
    ...endpoints,
    ...(userInfo !== undefined && { userinfo_endpoint: userInfo }),
    // The default of the specification where nothing is listed.
    token_endpoint_auth_methods_supported: textsOf(said, 'token_endpoint_auth_methods_supported', [
      'client_secret_basic',
    ]),
    authorization_response_iss_parameter_supported: said['authorization_response_iss_parameter_supported'] === true,
    id_token_signing_alg_values_supported: [...SIGNING_ALGORITHMS],
    userinfo_signing_alg_values_supported: [...SIGNING_ALGORITHMS],
  };
}

/** The addresses in it, by what they are. */
export function endpointsOf(metadata: ServerMetadata): [name: string, url: string][] {
  return [...ENDPOINTS, 'userinfo_endpoint' as const].flatMap((name) => {
    const url = metadata[name];
    return url === undefined ? [] : [[name, url]];
  });
}

/**
 * The keys of a provider (RFC 7517, 5) that can have signed an ID token.
 *
 * @throws ProviderFailure when there is none
 */
export function readKeys(document: unknown): JsonWebKey[] {
  const { keys } = objectOf(document, 'key set');
  const usable = Array.isArray(keys) ? keys.slice(0, MAX_KEYS).filter(isSigningKey) : [];
  if (usable.length === 0)
    throw new ProviderFailure(`The provider has no key for any of ${SIGNING_ALGORITHMS.join(', ')}.`);
  return usable;
}

function isSigningKey(key: unknown): key is JsonWebKey {
  if (typeof key !== 'object' || key === null) return false;
  const { use, alg } = key as JsonWebKey;
  if ((use !== undefined && use !== 'sig') || (alg !== undefined && !isAllowed(alg))) return false;
  try {
    const { asymmetricKeyType, asymmetricKeyDetails = {} } = createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
    const { modulusLength = 0, namedCurve } = asymmetricKeyDetails;
    if (asymmetricKeyType === 'rsa') return modulusLength >= MIN_RSA_BITS;
    return asymmetricKeyType === 'ed25519' || namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

function isAllowed(algorithm: unknown): boolean {
  return SIGNING_ALGORITHMS.includes(algorithm as string);
}

function objectOf(document: unknown, what: string): Record<string, unknown> {
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new ProviderFailure(`The provider's ${what} is no JSON object.`);
  return document as Record<string, unknown>;
}

function textOf(document: Record<string, unknown>, name: string): string {
  const value = document[name];
  if (typeof value === 'string') return value;
  throw new ProviderFailure(`The provider's configuration has no ${name}.`);
}

function textsOf(document: Record<string, unknown>, name: string, otherwise: string[]): string[] {
  const value = document[name] ?? otherwise;
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
