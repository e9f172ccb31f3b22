import { PERMISSIONS, ROLE_NAME, type Permission } from '../../kernel/permissions';
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
  wrongType,
} from '../../platform/fields/fields';
import { OrganizationView } from '../organizations';
import { UserView } from '../users';

/** Longer than any password can be. */
const MAX_ATTEMPT_LENGTH = 1024;

/** A password as somebody remembers it. It need not fit the rules for new ones: comparing it is enough. */
function PasswordAttempt() {
  return Custom(
    {},
    { type: 'string', format: 'password', maxLength: MAX_ATTEMPT_LENGTH, example: 'correct horse battery' },
    (value) => {
      if (typeof value !== 'string') return wrongType('a string');
      return value.length > MAX_ATTEMPT_LENGTH
        ? { code: 'too_long', message: `must have at most ${MAX_ATTEMPT_LENGTH} characters.` }
        : null;
    },
  );
}

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

  @Nested(() => ImpersonatorView, { presence: 'nullable' })
  readonly impersonator: ImpersonatorView | null;
}
