import { randomText } from '../../../kernel/random-text';

const MAX_BASE_LENGTH = 60;
const SUFFIX_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const SUFFIX_LENGTH = 6;

/**
 * A name in the letters of a URL: "Åsa & Söhne, Tours" gives "asa-sohne-tours"; "organization" when nothing is left.
 */
export function slugOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_BASE_LENGTH)
    .replace(/^-+|-+$/g, '');
  return letters || 'organization';
}

/** The slug with a random ending, for when it is taken. */
export function withSuffix(slug: string): string {
  return `${slug}-${randomText(SUFFIX_CHARACTERS, SUFFIX_LENGTH)}`;
}
