import { hashToken, isId, randomToken } from '../../../kernel/ids';

const TOKEN = /^tef_([A-Za-z0-9_-]{22})_[A-Za-z0-9_-]{43}$/;
const PREFIX = 'tef_';

/** A new token. It names the organization, so that it is looked for there alone. */
export function newLinkToken(organizationId: string): string {
  const organization = Buffer.from(organizationId.replaceAll('-', ''), 'hex').toString('base64url');
  return `${PREFIX}${organization}_${randomToken()}`;
}

/** Whether a credential is meant to be a link's token. */
export function looksLikeLinkToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** The organization that a token names, or null for what can be none. */
export function organizationOfToken(token: string): string | null {
  const organization = TOKEN.exec(token)?.[1];
  if (organization === undefined) return null;
  const hex = Buffer.from(organization, 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isId(id) ? id : null;
}

/** For storing a PIN. It is hashed with the token, which nobody has who reads the database: alone it could be guessed. */
export function hashPin(token: string, pin: string): Buffer {
  return hashToken(`${token}:${pin}`);
}
