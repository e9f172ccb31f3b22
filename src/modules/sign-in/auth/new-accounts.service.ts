import { Injectable } from '@nestjs/common';
import { ConfirmationLinks } from '../email-confirmations';
import { RegistrationLimits } from '../registration-limits';
import { UsersService, type UserRow } from '../../people/users';

/** Accounts of people who sign up: nobody has shown yet that the address is theirs. */
@Injectable()
export class NewAccounts {
  constructor(
    private readonly limits: RegistrationLimits,
    private readonly users: UsersService,
    private readonly confirmationLinks: ConfirmationLinks,
  ) {}

  /**
   * Makes an account, inside the caller's unscoped unit of work.
   *
   * @throws TooManyRequests `registration_limit_reached`; Conflict `email_taken`
   */
  async make(account: { name: string; email: string; passwordHash: string }): Promise<UserRow> {
    // First, so that whoever is beyond the limit does not learn which addresses have accounts.
    await this.limits.count(account.email);
    return this.users.create({ ...account, emailProven: false });
  }

  /** Mails a link that confirms the address; nothing waits for that. */
  askToConfirm(user: UserRow, locale: string): Promise<void> {
    return this.confirmationLinks.sendTo(user, locale);
  }
}
