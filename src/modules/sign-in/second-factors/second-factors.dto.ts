import {
  Id,
  ListOf,
  Nested,
  Shown,
  Text,
  TextList,
  Timestamp,
  type FieldOptions,
} from '../../../platform/fields/fields';
import { PasskeyView } from './passkeys.dto';
import { RECOVERY_CODES } from './recovery-codes';

/** A code of an authenticator app. */
export const TOTP_CODE = {
  min: 1,
  max: 10,
  description: 'The six digits that the app shows now. Digits of any script; blanks in between do not matter.',
  example: '123456',
} satisfies FieldOptions & { min: number; max: number };
export const RECOVERY_CODE = {
  min: 1,
  max: 40,
  description: 'One of the recovery codes; each works once. Case and hyphens do not matter.',
  example: 'k7m2-9xqp-04tv-e8bz-3hfn-c6yd-w15r',
} satisfies FieldOptions & { min: number; max: number };

export class VerifyTotp {
  @Text(TOTP_CODE)
  code: string;
}

class EnabledTotpView {
  @Timestamp()
  readonly enabledAt: string;
}

class ProviderOrganizationView {
  @Id({ of: 'organization' })
  readonly id: string;

  @Text({ max: 120, example: 'Northern Lights Touring' })
  readonly name: string;
}

/** A connection of the caller's account to the identity provider of an organization. */
class ConnectedProviderView {
  @Id()
  readonly id: string;

  @Nested(() => ProviderOrganizationView)
  readonly organization: ProviderOrganizationView;

  @Text({ max: 500, format: 'uri', example: 'https://login.example.com' })
  readonly issuer: string;

  @Timestamp()
  readonly connectedAt: string;
}

/** What else than the password opens the caller's account. */
export class FactorsView {
  @Nested(() => EnabledTotpView, { presence: 'nullable', description: 'The authenticator app; null without one.' })
  readonly totp: EnabledTotpView | null;

  @Shown({ type: 'integer', minimum: 0, maximum: RECOVERY_CODES, example: RECOVERY_CODES })
  readonly recoveryCodesLeft: number;

  @ListOf(() => PasskeyView)
  readonly passkeys: readonly PasskeyView[];

  @ListOf(() => ConnectedProviderView, {
    description: 'The identity providers of organizations that sign the caller in, each in its own organization.',
  })
  readonly providers: readonly ConnectedProviderView[];
}

/** What an authenticator app is set up with; shown once. */
export class TotpSetupView {
  @Text({ max: 64, description: 'In base32, for typing.', example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
  readonly secret: string;

  @Text({
    max: 1000,
    description: 'The same as a link that the app opens.',
    example: 'otpauth://totp/Tour%20Events:ada%40example.com?issuer=Tour%20Events&secret=JBSWY3DPEHPK3PXP&digits=6',
  })
  readonly uri: string;

  @Text({
    max: 100_000,
    description: 'The link as a QR code, in SVG.',
    example: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  })
  readonly qrSvg: string;
}

/** Codes to write down; shown once. */
export class RecoveryCodesView {
  @TextList({ maxEntries: RECOVERY_CODES, max: 40, example: ['k7m2-9xqp-04tv-e8bz-3hfn-c6yd-w15r'] })
  readonly recoveryCodes: readonly string[];
}
