import type { Principal } from '../../kernel/principal';

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
}

export const API_KEY_CREDENTIALS = Symbol('ApiKeyCredentials');
export const SESSION_CREDENTIALS = Symbol('SessionCredentials');
