import type { UserRow } from '../../people/users';

/**
 * What somebody has shown of who they are. A `verifiedPasskey` has asked for a finger, a face or a PIN, so it is two
 * factors in one; a `factor` is a code, a recovery code or any passkey. `mail` is a token that only the mailbox has,
 * `provider` a sign-in at the identity provider of the organization that the session is to stand in.
 */
export type Proof = 'password' | 'verifiedPasskey' | 'factor' | 'provider' | 'mail';

/** What an account demands beside what was shown. */
export type Demand = 'password' | 'secondFactor';

/**
 * What must still be shown before a session of an account may start; null when nothing.
 *
 * A second factor that is in force is demanded on every way in, but at the organization's provider, which stands for one
 * there. Super Admins show something of the account's own: neither their mailbox nor a customer's provider is enough.
 *
 * @param user as they are under the lock of the unit of work that is to start the session
 */
export function demandOf(
  { superAdmin, secondFactorSince }: Pick<UserRow, 'superAdmin' | 'secondFactorSince'>,
  shown: ReadonlySet<Proof>,
): Demand | null {
  if (shown.has('verifiedPasskey') || shown.has('factor')) return null;
  if (secondFactorSince !== null) return shown.has('provider') && !superAdmin ? null : 'secondFactor';
  if (shown.has('password')) return null;
  return superAdmin || shown.size === 0 ? 'password' : null;
}

/** Whether all that the account itself demands was shown: nothing of it by an organization's provider. */
export function isOwnProof(
  user: Pick<UserRow, 'superAdmin' | 'secondFactorSince'>,
  shown: ReadonlySet<Proof>,
): boolean {
  return demandOf(user, new Set([...shown].filter((proof) => proof !== 'provider'))) === null;
}
