import { Email, Flag, Id, Nested, Text } from '../../platform/fields/fields';

export class Impersonate {
  @Text({
    max: 500,
    lines: true,
    presence: 'nullable',
    description: "It appears in the customer's audit log.",
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
