import type { Principal } from '../../kernel/principal';

/** The principal of a valid credential, and when the credential expires. */
export interface ValidCredential {
  readonly principal: Principal;
  /** Null for one that never expires. */
  readonly endsAt: Date | null;
}

/**
 * One kind of credential, as the modules that own them (sessions, API keys) present it to the guards. The principal is
 * made again for every request, so that a role taken away or a key revoked counts at once.
 */
export interface CredentialPort {
  /**
   * @param token the secret as the caller sent it
   * @returns its principal, or null when it is unknown, expired, revoked or its owner may not sign in
   */
  authenticate(token: string): Promise<Principal | null>;

  /**
   * Checks accepted tokens again, for something that is still open, such as a stream. This does not count as a use of
   * them.
   *
   * @returns the tokens that are valid
   */
  findValid(tokens: readonly string[]): Promise<ReadonlyMap<string, ValidCredential>>;
}

/** Sessions, whose tokens a browser sends automatically, planted ones too. */
export interface SessionPort extends CredentialPort {
  /**
   * Checks several tokens as of one moment, so that of those that end together all are valid or none.
   *
   * @returns the valid tokens, with their principals
   */
  authenticateAll(tokens: readonly string[]): Promise<ReadonlyMap<string, Principal>>;

  /** Ends the sessions with these tokens, because it is unknown which of them the caller meant. */
  endAmbiguous(tokens: readonly string[]): Promise<void>;
}

/** What a phone at the door or on the bus shows beside the token of its access link. */
export interface ShownByPhone {
  /** Its own random name, if it says one. */
  readonly device: string | null;
  readonly pin: string | null;
}

/** Access links, which open nothing but the field's own routes. */
export interface AccessLinkPort {
  /** Whether a credential is meant to be a link's token; neither a key nor a session looks like one. */
  looksLikeToken(token: string): boolean;

  /**
   * @returns the link's principal, or null when it is unknown, expired, revoked, or what it opens is gone
   * @throws ValidationFailed without a device; Unauthenticated `pin_required`, `pin_wrong`; TooManyRequests after wrong PINs
   */
  authenticate(token: string, shown: ShownByPhone): Promise<Principal | null>;
}

export const API_KEY_CREDENTIALS = Symbol('ApiKeyCredentials');
export const SESSION_CREDENTIALS = Symbol('SessionCredentials');
export const ACCESS_LINK_CREDENTIALS = Symbol('AccessLinkCredentials');
