import { Email, Text } from '../../../platform/fields/fields';
import { readShape } from '../../../platform/fields/field-definitions';
import { ProviderFailure } from './provider-failure';

/** Who has signed in, as the provider says. What it says passes the rules that a form has for the same. */
export interface Identity {
  /** 1 to 255 characters of ASCII (OpenID Connect Core 1.0, 2). */
  subject: string;
  /** Null when the provider names none, or none that a form would take. */
  email: string | null;
  /** Null when the provider does not say. */
  emailVerified: boolean | null;
  /** Null when the provider names none, or none that a form would take. */
  name: string | null;
}

type Claims = Readonly<Record<string, unknown>>;

class PersonClaims {
  @Email({ presence: 'nullable' }) email?: string | null;
  @Text({ min: 1, max: 120, presence: 'nullable' }) name?: string | null;
}

/** Without controls. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** Whether the claims leave something open that UserInfo may say (Core 1.0, 5.4: it is there that claims belong). */
export function needsUserInfo(claims: Claims): boolean {
  const { email, email_verified: verified, name, given_name: given, family_name: family } = claims;
  return email === undefined || verified === undefined || (name ?? given ?? family) === undefined;
}

/**
 * @param claims of the ID token
 * @param userInfo of the same person, which goes before them
 * @throws ProviderFailure for a subject that is none
 */
export function identityOf(claims: Claims, userInfo: Claims): Identity {
  const { sub, email, name, given_name: given, family_name: family }: Claims = { ...claims, ...userInfo };
  if (typeof sub !== 'string' || !SUBJECT.test(sub)) throw new ProviderFailure("The provider's subject is not valid.");
  const parts = [given, family].filter((part) => typeof part === 'string');
  return {
    subject: sub,
    email: valid('email', email),
    emailVerified: isVerified([claims['email_verified'], userInfo['email_verified']]),
    name: valid('name', name) ?? valid('name', parts.join(' ')),
  };
}

/** The value as a form would take it; null for one that it would not. */
function valid(field: keyof PersonClaims, value: unknown): string | null {
  const read = readShape(PersonClaims, { [field]: value });
  return ('input' in read ? read.input[field] : null) ?? null;
}

/** Amazon Cognito sends it as text. What is neither true nor missing is a no. */
function isVerified(claims: readonly unknown[]): boolean | null {
  const said = claims.filter((claim) => claim !== undefined && claim !== null);
  return said.length === 0 ? null : said.every((claim) => claim === true || claim === 'true');
}
