import { randomText } from './random-text';

/** Codes that people choose, read aloud and type in: those of coupons and of referrals. */
export const MIN_CODE_LENGTH = 3;
export const MAX_CODE_LENGTH = 32;
const CODE = new RegExp(`^[A-Za-z0-9_-]{${MIN_CODE_LENGTH},${MAX_CODE_LENGTH}}$`);

/** Without characters that are easily confused when read aloud or typed in: 0 O, 1 I L, U V. */
const UNAMBIGUOUS = 'ABCDEFGHJKMNPQRSTWXYZ23456789';
const GENERATED_LENGTH = 8;

/**
 * The form in which codes are compared: case does not matter. Null for a text that is no code, because folding would
 * turn a character such as the Kelvin sign into a plain k.
 */
export function codeKey(code: string): string | null {
  return CODE.test(code) ? code.toLowerCase() : null;
}

/** The {@link codeKey} of what was validated as a code. @throws Error for a text that is none */
export function keyOfCode(code: string): string {
  const key = codeKey(code);
  if (key === null) throw new Error('A code was not validated.');
  return key;
}

/** Whether two texts are the same code. */
export function isSameCode(code: string, other: string): boolean {
  const key = codeKey(code);
  return key !== null && key === codeKey(other);
}

/** A random code. It may exist already. */
export function generateCode(): string {
  return randomText(UNAMBIGUOUS, GENERATED_LENGTH);
}
