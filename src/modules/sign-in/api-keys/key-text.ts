import { randomText } from '../../../kernel/random-text';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PREFIX_LENGTH = 8;
/** 40 of 62 characters: 238 bits. */
const SECRET_LENGTH = 40;

const KEY = new RegExp(`^te_[A-Za-z0-9]{${PREFIX_LENGTH}}_[A-Za-z0-9]{${SECRET_LENGTH}}$`);

/** A new key: `te_`, a prefix that may be shown, `_`, and the secret. */
export function newKey(): { key: string; prefix: string } {
  const prefix = randomText(CHARACTERS, PREFIX_LENGTH);
  return { key: `te_${prefix}_${randomText(CHARACTERS, SECRET_LENGTH)}`, prefix };
}

/** Whether a text has the form of a key; only then is it worth looking up. */
export function looksLikeKey(text: string): boolean {
  return KEY.test(text);
}
