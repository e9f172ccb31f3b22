import { Injectable } from '@nestjs/common';
import { Forbidden, ValidationFailed } from '../../kernel/problems';
import { withContext } from '../../platform/context/request-context';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { InvitationTokens } from '../organizations/invitation-tokens.service';
import { hashPassword, UsersService, type NewUser, type UserRow } from '../users/users.service';
import { AuthService, type SignedIn } from './auth.service';
import type { AcceptInvitation } from './invitation-acceptance.dto';

/** Comes in by an invitation: makes an account where there is none, a member, and a session. */
@Injectable()
export class InvitationAcceptance {
  constructor(
    private readonly invitations: InvitationTokens,
    private readonly users: UsersService,
    private readonly auth: AuthService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Accepts an invitation. Of several at once with one token exactly one comes in.
   *
   * @param oldToken of the session that the browser has, which ends
   * @throws Gone `invitation_gone`; ValidationFailed when a new user gives no name or password
   * @throws Forbidden `user_suspended`; Conflict `email_taken` when the account is made at the same moment
   */
  async accept(input: AcceptInvitation, oldToken: string | null): Promise<SignedIn> {
    const { organizationId, email } = await this.invitations.addressee(input.token);
    const known = await this.users.findByEmail(email);
    const newUser = known === null ? await newUserOf(input, email) : null;
    // The change is one of the organization: only what concerns the user leaves its scope.
    const token = await withContext({ scope: { organizationId } }, () =>
      this.unitOfWork.run(async () => {
        const invitation = await this.invitations.claim(input.token);
        const { user, token } = await this.unitOfWork.runUnscoped(
          'whoever accepts an invitation is no member yet',
          async () => {
            const found = await this.userFor(email, newUser);
            return { user: found, token: await this.auth.startSession(found, organizationId, oldToken) };
          },
        );
        await this.invitations.redeem(invitation, organizationId, user);
        return token;
      }),
    );
    return this.auth.signedIn(token);
  }

  private async userFor(email: string, newUser: NewUser | null): Promise<UserRow> {
    const user = (await this.users.findByEmail(email)) ?? (await this.users.create(newUser!));
    if (user.status === 'suspended') throw new Forbidden('This account is suspended.', 'user_suspended');
    return user;
  }
}

/** Hashing takes long, so it is done before anything is locked. */
async function newUserOf({ name, password }: AcceptInvitation, email: string): Promise<NewUser> {
  if (name === undefined || password === undefined) {
    const missing = Object.entries({ name, password }).filter(([, value]) => value === undefined);
    throw new ValidationFailed(
      missing.map(([field]) => ({ field, code: 'required', message: `${field} is required of a new user.` })),
    );
  }
  return { name, email, passwordHash: await hashPassword(password) };
}
