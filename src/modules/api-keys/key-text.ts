import { randomInt } from 'node:crypto';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PREFIX_LENGTH = 8;
/** 40 of 62 characters: 238 bits. */
const SECRET_LENGTH = 40;

const KEY = new RegExp(`^te_[A-Za-z0-9]{${PREFIX_LENGTH}}_[A-Za-z0-9]{${SECRET_LENGTH}}$`);

/** A new key: `te_`, a prefix that may be shown, `_`, and the secret. */
export function newKey(): { key: string; prefix: string } {
  const prefix = randomText(PREFIX_LENGTH);
  return { key: `te_${prefix}_${randomText(SECRET_LENGTH)}`, prefix };
}

/** Whether a text has the form of a key; only then is it worth looking up. */
export function looksLikeKey(text: string): boolean {
  return KEY.test(text);
}

function randomText(length: number): string {
  return Array.from({ length }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}
