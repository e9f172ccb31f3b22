/** The alphabet and check of passes' codes, as the service makes them: the phone notices a slip without a network. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Whether somebody means a code, be it right or not: names have no digits. */
export function looksLikePassCode(text: string): boolean {
  return /\d/.test(text) && digitsOf(text) !== null;
}

/** A code as typed or scanned, in its stored form; null for what is none. */
export function readPassCode(text: string): string | null {
  const digits = digitsOf(text);
  if (digits === null) return null;
  // Luhn modulo 32: counted from the end, every second digit twice.
  const sum = digits.reverse().reduce((total, digit, index) => {
    const product = digit * (1 + (index % 2));
    return total + Math.floor(product / 32) + (product % 32);
  }, 0);
  if (sum % 32 !== 0) return null;
  return digits
    .reverse()
    .map((digit) => ALPHABET[digit])
    .join('');
}

function digitsOf(text: string): number[] | null {
  const typed = text.toUpperCase().replace(/[\s-]/g, '').replace(/^TE:/, '');
  const digits = [...typed.replace(/[IL]/g, '1').replaceAll('O', '0')].map((each) => ALPHABET.indexOf(each));
  return digits.length !== 10 || digits.includes(-1) ? null : digits;
}
