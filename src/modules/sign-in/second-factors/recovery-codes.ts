import { randomBytes } from 'node:crypto';
import { withAsciiDigits } from '../../../kernel/decimal-digits';
import { hashToken } from '../../../kernel/ids';

export const RECOVERY_CODES = 10;
/** Crockford's base32 in small letters: no letter looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 140 random bits: too many to guess, even for who has the hash. */
const CODE_LENGTH = 28;
const GROUP = /.{4}(?=.)/g;

/** New codes to write down, such as `k7m2-9xqp-04tv-e8bz-3hfn-c6yd-w15r`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(CODE_LENGTH)]
      .map((byte) => ALPHABET[byte % ALPHABET.length])
      .join('')
      .replaceAll(GROUP, '$&-'),
  );
}

/** The hash under which a code is stored, however somebody types it: in wide letters, or in digits of any script, too. */
export function hashRecoveryCode(typed: string): Buffer {
  const plain = withAsciiDigits(typed.normalize('NFKC')).toLowerCase();
  return hashToken(plain.replaceAll(/[^0-9a-z]/g, ''));
}
