import { LoggedAs } from '../../../platform/records/record-kind';
import { USER_RECORD } from '../../people/users';
import { Email, Flag, Id, Nested, Text } from '../../../platform/fields/fields';

/** What the log says of the user whom the operator acts as. */
@LoggedAs(USER_RECORD)
export class Impersonate {
  @Text({
    max: 500,
    lines: true,
    presence: 'nullable',
    description: "It appears in the customer's audit log, until the user is erased.",
    personal: true,
    example: 'Ticket 4711: the calendar is empty',
  })
  reason?: string | null;
}

/** The user whom the operator acts as. */
class ImpersonatedUserView {
  @Id({ of: 'user' })
  readonly id: string;

  @Email()
  readonly email: string;
}

export class ImpersonationView {
  @Flag({ example: true })
  readonly success: true;

  @Nested(() => ImpersonatedUserView)
  readonly impersonating: ImpersonatedUserView;
}

export class ImpersonationEndedView {
  @Flag({ example: true })
  readonly success: true;
}
