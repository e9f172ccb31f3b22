import { hash, verify } from '@node-rs/argon2';
import { randomToken } from '../../kernel/ids';

/** Above OWASP's first choice for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/**
 * A password as it is stored: argon2id in the PHC string format, with a salt of its own. Takes tens of milliseconds.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** A hash that no password matches. Checking against it takes as long as against a real one. */
export function unmatchableHash(): Promise<string> {
  return hashPassword(randomToken());
}

/** Whether the password is the hashed one. */
export function matchesPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}
