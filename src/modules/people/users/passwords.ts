import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { isOwnName } from '../../../kernel/common-passwords';
import { randomToken } from '../../../kernel/ids';
import { requireValid, type FieldProblem } from '../../../kernel/problems';
import { TOO_COMMON } from '../../../platform/fields/text-fields';
import { FairLimiter } from '../../../kernel/fair-limiter';
import { networkOf } from '../../../platform/context/network';
import { contextOrUndefined } from '../../../platform/context/request-context';

/** Above OWASP's first choice for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/**
 * A hash keeps a core busy, and anybody may cause one. So one core, if there are two, and one of the four threads of
 * libuv stay free for other work.
 */
const MAX_AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));
/** Round robin over networks: one that tries very many passwords does not delay the others for long. */
const LIMITS = new FairLimiter({ total: MAX_AT_ONCE, perKey: Math.ceil(MAX_AT_ONCE / 2), timeoutMs: 10_000 });

/**
 * A password as it is stored: argon2id in the PHC string format, with a salt of its own. Takes tens of milliseconds.
 *
 * @throws Unavailable when very many are being hashed
 */
export function hashPassword(password: string): Promise<string> {
  return runLimited(() => hash(password, PARAMETERS));
}

/** A hash that no password matches. Checking against it takes as long as against a real one. */
export function unmatchableHash(): Promise<string> {
  return hashPassword(randomToken());
}

/**
 * Whether the password is the hashed one.
 *
 * @throws Unavailable when very many are being hashed
 */
export function matchesPassword(passwordHash: string, password: string): Promise<boolean> {
  return runLimited(() => verify(passwordHash, password));
}

function runLimited<T>(work: () => Promise<T>): Promise<T> {
  return LIMITS.run(networkOf(contextOrUndefined()?.ip), work);
}

/** What is wrong with a new password that is nothing but a name of its owner; see {@link requireOtherThanNames}. */
export function ownNameProblem(
  field: string,
  password: string,
  names: readonly (string | null | undefined)[],
): FieldProblem | null {
  if (!isOwnName(password, names)) return null;
  return { field, ...TOO_COMMON, message: `${field} ${TOO_COMMON.message}` };
}

/**
 * Refuses a new password that is nothing but a name of its owner.
 *
 * @param field that the password was sent in
 * @param names see {@link isOwnName}
 * @throws ValidationFailed `too_common`
 */
export function requireOtherThanNames(
  field: string,
  password: string,
  names: readonly (string | null | undefined)[],
): void {
  requireValid([ownNameProblem(field, password, names)]);
}
