import { randomInt } from 'node:crypto';

/** Characters of an alphabet, each chosen by a cryptographically strong generator. */
export function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
