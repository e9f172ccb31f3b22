import type { Principal } from '../../kernel/principal';

/** What a credential stands for, and until when if nothing ends it before. */
export interface ValidCredential {
  readonly principal: Principal;
  /** Null for one that lives on. */
  readonly endsAt: Date | null;
}

/**
 * One kind of credential, as the modules that own them (sessions, API keys) present it to the guards. The principal is
 * made anew for every request, so that a role taken away or a key revoked counts at once.
 */
export interface CredentialPort {
  /**
   * @param token the secret as the caller sent it
   * @returns who it stands for, or null when it is unknown, expired, revoked or its owner may not sign in
   */
  authenticate(token: string): Promise<Principal | null>;

  /**
   * Checks tokens again that were accepted before and that something, such as a stream, is still open for. This does
   * not count as a use of them.
   *
   * @returns the tokens that hold
   */
  findValid(tokens: readonly string[]): Promise<ReadonlyMap<string, ValidCredential>>;
}

/** Sessions, whose tokens a browser sends by itself, planted ones too. */
export interface SessionPort extends CredentialPort {
  /**
   * Checks several tokens as of one moment, so that of those that end together all hold or none.
   *
   * @returns the tokens that hold, with who they stand for
   */
  authenticateAll(tokens: readonly string[]): Promise<ReadonlyMap<string, Principal>>;

  /** Ends the sessions with these tokens, because nobody knows which of them the caller meant. */
  endAmbiguous(tokens: readonly string[]): Promise<void>;
}

export const API_KEY_CREDENTIALS = Symbol('ApiKeyCredentials');
export const SESSION_CREDENTIALS = Symbol('SessionCredentials');
