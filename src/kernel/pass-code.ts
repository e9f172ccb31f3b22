import { randomInt } from 'node:crypto';

/** Crockford's base32: no I, L, O and U, which are taken for others or make words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BASE = ALPHABET.length;
const LENGTH = 10;

/** The code of a new pass: nine random characters (45 bits), and one that checks them. */
export function newPassCode(): string {
  const payload = Array.from({ length: LENGTH - 1 }, () => ALPHABET[randomInt(BASE)]).join('');
  return payload + checkCharacter(payload);
}

/**
 * A code as somebody typed it or a camera read it, in the one form in which it is stored: whatever the case, with blanks and
 * hyphens, I and L for 1, O for 0, and `TE:` before it, as in the QR.
 *
 * @returns null for what is no code: a character is wrong, or two were swapped
 */
export function readPassCode(text: string): string | null {
  const typed = text.toUpperCase().replace(/[\s-]/g, '').replace(/^TE:/, '');
  const code = typed.replace(/[IL]/g, '1').replaceAll('O', '0');
  if (code.length !== LENGTH || [...code].some((character) => !ALPHABET.includes(character))) return null;
  return checkCharacter(code.slice(0, -1)) === code.at(-1) ? code : null;
}

/** Luhn's algorithm modulo 32: it notices one wrong character, and nearly all swaps of neighbours. */
function checkCharacter(payload: string): string {
  let sum = 0;
  let factor = 2;
  for (const character of [...payload].reverse()) {
    const product = factor * ALPHABET.indexOf(character);
    sum += Math.floor(product / BASE) + (product % BASE);
    factor = 3 - factor;
  }
  return ALPHABET.charAt((BASE - (sum % BASE)) % BASE);
}
