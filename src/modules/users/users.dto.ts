import { Email, Flag, Id, OneOf, Text, Timestamp } from '../../platform/http/fields';
import type { UserStatus } from './user.entity';

/** A user as the API shows them. */
export class UserView {
  @Id()
  readonly id: string;

  @Text({ max: 120, example: 'Ada Lovelace' })
  readonly name: string;

  @Email()
  readonly email: string;

  @Text({ max: 16, presence: 'nullable', description: 'E.164.', example: '+4930123456' })
  readonly phone: string | null;

  @Text({
    max: 120,
    presence: 'nullable',
    description: 'Name of the role in the organization at hand; null for a Super Admin who is no member of it.',
    example: 'Admin',
  })
  readonly role: string | null;

  @OneOf(['active', 'suspended'])
  readonly status: UserStatus;

  @Flag({ description: 'Whether the user is a Super Admin of the platform.', example: false })
  readonly superAdmin: boolean;

  @Timestamp({ presence: 'nullable' })
  readonly lastSignInAt: string | null;

  @Timestamp()
  readonly createdAt: string;

  @Timestamp()
  readonly updatedAt: string;
}
