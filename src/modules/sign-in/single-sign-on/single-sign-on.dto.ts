import { domainKey } from '../../../kernel/email';
import { enumeration } from '../../../kernel/enumeration';
import { exampleId } from '../../../platform/fields/example-id';
import {
  Custom,
  Flag,
  Id,
  ListOf,
  OneOf,
  Text,
  Timestamp,
  wrongType,
  type FieldOptions,
} from '../../../platform/fields/fields';
import { RoleName } from '../../people/members';

/** Labels of letters, digits and hyphens, the last one of letters (RFC 1123, 2.1): `example.com`. */
const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

function Domain(options: FieldOptions = {}): PropertyDecorator {
  return Custom(
    options,
    { type: 'string', maxLength: 253, example: 'example.com' },
    (value) => {
      if (typeof value !== 'string') return wrongType('a string');
      return DOMAIN.test(value)
        ? null
        : {
            code: 'invalid_format',
            message: 'must be the part of an e-mail address behind the @, such as example.com.',
          };
    },
    (value) => (typeof value === 'string' ? domainKey(value.trim()) : value),
  );
}

const ISSUER = {
  min: 1,
  max: 500,
  format: 'uri',
  description: 'As the provider spells it: `/.well-known/openid-configuration` is looked up below it.',
  example: 'https://login.example.com',
};
const CLIENT_ID = { min: 1, max: 300, example: 'tour-events' };
const REQUIRE_SSO = {
  description:
    'Whether sessions of this organization begin at the provider alone; Super Admins still sign in with their password. ' +
    'API keys are not affected.',
  example: false,
};

export class SetSingleSignOn {
  @Text(ISSUER) issuer: string;
  @Text(CLIENT_ID) clientId: string;
  @Text({
    min: 1,
    max: 1_000,
    format: 'password',
    presence: 'nullable',
    description:
      'Left out, the present one stays, which another issuer does not get: then it is required. Null for a public client.',
    example: 'a-secret-of-the-provider',
  })
  clientSecret?: string | null;
  @RoleName('required', 'Of members who are made at their first sign-in.') defaultRole: string;
  @Flag({ ...REQUIRE_SSO, presence: 'optional', default: false }) requireSso?: boolean;
}

export class AddSsoDomain {
  @Domain({ description: 'In its own letters, such as müller.example, it is the same as in ASCII.' }) domain: string;
}

export class VerifySsoDomain {
  @Flag({
    presence: 'optional',
    default: false,
    description: 'A Super Admin vouches for the domain, instead of the DNS record.',
    example: false,
  })
  byOperator?: boolean;
}

export const PROVEN_BY = enumeration('SsoDomainProof', ['dns', 'operator']);

/** A domain as the API shows it. */
export class SsoDomainView {
  @Id({ of: 'domain' }) readonly id: string;
  @Domain({ description: 'In lower case and in ASCII.' }) readonly domain: string;
  @Text({ max: 300, description: 'Where the DNS record (TXT) belongs.', example: '_tour-events.example.com' })
  readonly recordName: string;
  @Text({
    max: 100,
    description: 'What it must contain.',
    example: 'tour-events=Zr8uQm31TgKc5yVb7HsNw9XeJf2LaPd4RoUi6CtM0aB',
  })
  readonly recordValue: string;
  @Timestamp({ presence: 'nullable' }) readonly provenAt: string | null;
  @OneOf(PROVEN_BY, { presence: 'nullable' }) readonly provenBy: 'dns' | 'operator' | null;
  @Timestamp({
    presence: 'nullable',
    description: 'Since when its DNS record is gone. Two weeks later the domain is not proven any more.',
  })
  readonly missingSince: string | null;
}

/** Single sign-on as the API shows it. */
export class SingleSignOnView {
  @Text({ ...ISSUER, presence: 'nullable', description: 'Null as long as there is no provider.' })
  readonly issuer: string | null;
  @Text({ ...CLIENT_ID, presence: 'nullable' }) readonly clientId: string | null;
  @Flag({ description: 'Whether a secret is stored. It is never shown.' }) readonly hasClientSecret: boolean;
  @Text({ min: 1, max: 60, presence: 'nullable', example: 'Member' }) readonly defaultRole: string | null;
  @Flag(REQUIRE_SSO) readonly requireSso: boolean;
  @Text({
    max: 500,
    format: 'uri',
    description: 'To be registered with the provider, each organization has its own: `/sso/{organizationId}`.',
    example: `https://tours.example.com/sso/${exampleId('organization')}`,
  })
  readonly redirectUri: string;
  @ListOf(() => SsoDomainView) readonly domains: readonly SsoDomainView[];
}
