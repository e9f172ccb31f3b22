import { enumeration } from '../../../kernel/enumeration';
import { firstOf } from '../../../kernel/lists';
import { PERMISSIONS, ROLE_NAME, type Permission } from '../../../kernel/permissions';
import {
  Currency,
  Custom,
  Email,
  Flag,
  Id,
  Nested,
  Password,
  Text,
  TextList,
  TimeZone,
  Timestamp,
  tooLong,
  wrongType,
  type FieldOptions,
} from '../../../platform/fields/fields';
import { Combining, Consistent } from '../../../platform/fields/combinations';
import type { FieldProblem } from '../../../kernel/problems';
import { PasskeyAnswer, RECOVERY_CODE, TOTP_CODE } from '../second-factors';
import { Locale } from '../../people/settings';
import { OrganizationView } from '../../people/organizations';
import { ownNameProblem, UserView } from '../../people/users';

export const FACTOR_METHODS = enumeration('SecondFactorMethod', ['totp', 'recoveryCode', 'passkey']);
/** Longer than any password can be. */
const MAX_ATTEMPT_LENGTH = 1024;

/** A password as somebody remembers it. It need not fit the rules for new ones: comparing it is enough. */
function PasswordAttempt(options: FieldOptions = {}) {
  return Custom(
    options,
    { type: 'string', format: 'password', maxLength: MAX_ATTEMPT_LENGTH, example: 'correct horse battery' },
    (value) => {
      if (typeof value !== 'string') return wrongType('a string');
      return value.length > MAX_ATTEMPT_LENGTH ? tooLong(MAX_ATTEMPT_LENGTH) : null;
    },
  );
}

/** Declares that the password of a registration is not the same as this field. */
function PasswordIsNot(name: 'organizationName' | 'name' | 'email') {
  return Consistent<Register>(['password', name], (input) => ownNameProblem('password', input.password, [input[name]]));
}

@PasswordIsNot('email')
@PasswordIsNot('name')
@PasswordIsNot('organizationName')
export class Register {
  @Text({ min: 1, max: 120, example: 'Northern Lights Touring' })
  organizationName: string;

  @Text({ min: 1, max: 120, example: 'Ada Lovelace' })
  name: string;

  @Email()
  email: string;

  @Password()
  password: string;

  @TimeZone({ presence: 'optional', description: "The organization's.", default: 'UTC' })
  timezone?: string;

  @Currency({ presence: 'optional', description: "The organization's.", default: 'USD' })
  currency?: string;

  @Locale({
    presence: 'optional',
    description:
      "The organization's: the language of its messages, of pages for its guests, and of its first categories of " +
      'expenses. When left out the first one of `Accept-Language`, else `en`.',
  })
  locale?: string;

  @Text({
    min: 1,
    max: 32,
    presence: 'optional',
    description:
      'The code of the user who recommended the service, ignoring case; one that is unknown or not ' +
      'active is refused.',
    example: 'ADA-2027',
  })
  referralCode?: string;
}

export class LogIn {
  @Text({ min: 1, max: 254, example: 'planner@example.com' })
  email: string;

  @PasswordAttempt()
  password: string;
}

/** What is wrong unless exactly one of the fields is there. */
function exactlyOne<Input extends object>(input: Input, fields: readonly (keyof Input & string)[]): FieldProblem[] {
  const [first, ...others] = fields.filter((name) => input[name] !== undefined);
  const list = fields.join(', ');
  if (first === undefined)
    return [{ field: firstOf(fields), code: 'required', message: `One of ${list} is required.` }];
  return others.map((field) => ({ field, code: 'not_allowed', message: `Only one of ${list} is allowed.` }));
}

/** A second factor. */
class FactorShown {
  @Text({ ...TOTP_CODE, presence: 'optional' })
  code?: string;

  @Text({ ...RECOVERY_CODE, presence: 'optional' })
  recoveryCode?: string;

  @PasskeyAnswer({ presence: 'optional' })
  passkey?: object;
}

@Combining<LogInWithFactor>((input) => exactlyOne(input, ['code', 'recoveryCode', 'passkey', 'password']))
export class LogInWithFactor extends FactorShown {
  @Text({
    min: 1,
    max: 100,
    description: 'From the response that asked for it.',
    example: 'Zr8uQm31TgKc5yVb7HsNw9XeJf2LaPd4RoUi6CtM0aB',
  })
  challenge: string;

  @PasswordAttempt({
    presence: 'optional',
    description: "The account's own, for the `challenge` of a `connect_required` alone.",
  })
  password?: string;
}

@Combining<Reauthenticate>((input) => exactlyOne(input, ['password', 'code', 'recoveryCode', 'passkey']))
export class Reauthenticate extends FactorShown {
  @PasswordAttempt({ presence: 'optional' })
  password?: string;
}

export class AskForPasskey {
  @Text({
    min: 1,
    max: 100,
    presence: 'optional',
    description: 'That of a sign-in whose password was right, to use a passkey as its second factor.',
    example: 'Zr8uQm31TgKc5yVb7HsNw9XeJf2LaPd4RoUi6CtM0aB',
  })
  challenge?: string;
}

export class LogInWithPasskey {
  @PasskeyAnswer()
  credential: object;
}

export class ChangePassword {
  @PasswordAttempt()
  currentPassword: string;

  @Password()
  newPassword: string;
}

export class SwitchOrganization {
  @Id()
  organizationId: string;
}

/** The user of the session, with what concerns nobody else. */
class SessionUserView extends UserView {
  @Timestamp({ presence: 'nullable', description: 'When the user first showed that the address is theirs.' })
  readonly emailConfirmedAt: string | null;
}

/** What is still asked of somebody who has shown something else. */
class SecondFactorChallengeView {
  @Text({
    max: 64,
    description: 'For `POST /api/auth/login/factor`, within five minutes.',
    example: 'Zr8uQm31TgKc5yVb7HsNw9XeJf2LaPd4RoUi6CtM0aB',
  })
  readonly challenge: string;

  @TextList({ maxEntries: 3, max: 20, words: FACTOR_METHODS, example: ['totp', 'recoveryCode'] })
  readonly methods: readonly string[];
}

/** The response where a second factor is in force and was not shown: there is no session yet. */
export class SecondFactorNeededView {
  @Nested(() => SecondFactorChallengeView)
  readonly secondFactor: SecondFactorChallengeView;
}

/** Who signed in, and their organization. */
export class SignedInView {
  @Nested(() => SessionUserView)
  readonly user: SessionUserView;

  @Nested(() => OrganizationView)
  readonly organization: OrganizationView;
}

/** The operator behind an impersonating session. */
class ImpersonatorView {
  @Id({ of: 'operator' })
  readonly id: string;

  @Text({ max: 120, example: 'Grace Hopper' })
  readonly name: string;

  @Email()
  readonly email: string;

  @Timestamp({ description: 'Since when they act as the user.' })
  readonly since: string;
}

/** Who the session stands for and what it may do. */
export class CurrentSessionView extends SignedInView {
  @Text({
    ...ROLE_NAME,
    presence: 'nullable',
    description: 'Null for a Super Admin who is not a member of the organization.',
    example: 'Admin',
  })
  readonly role: string | null;

  @TextList({ maxEntries: PERMISSIONS.length, max: 64, words: PERMISSIONS, example: ['roles.read', 'users.read'] })
  readonly permissions: Permission[];

  @Flag({ description: 'Whether Super Admin endpoints are open now; never while impersonating.', example: false })
  readonly superAdmin: boolean;

  @Timestamp({
    presence: 'nullable',
    description:
      'Until when the session is fresh: the user has shown who they are at most 15 minutes before. Null when it is not; ' +
      '`POST /api/auth/reauthenticate` makes it so.',
  })
  readonly fresh: string | null;

  @Flag({ description: 'Whether the service made the password up: choose one of your own.', example: false })
  readonly mustChangePassword: boolean;

  @Flag({
    description: 'Whether the session opens only `/api/auth` until the user has set up a second factor.',
    example: false,
  })
  readonly secondFactorMissing: boolean;

  @Nested(() => ImpersonatorView, { presence: 'nullable' })
  readonly impersonator: ImpersonatorView | null;
}
