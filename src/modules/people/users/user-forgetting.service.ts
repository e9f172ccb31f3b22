import { Inject, Injectable } from '@nestjs/common';
import { SingleSlot } from '../../../kernel/single-slot';
import { Steps } from '../../../kernel/steps';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { searchText } from '../../../kernel/search-text';
import { PersonTraces } from '../../../platform/erasure/person-traces';
import { Revocations } from '../../../platform/revocation/revocations';
import { SignInAttempts } from './sign-in-attempts';
import type { User } from './user.entity';
import { UserRecorder } from './user.recorder';
import { UsersRepository } from './users.repository';

/** What a user is called who was erased. */
const ERASED_NAME = 'Erased user';

/** An erased user, with what they were known by. */
export interface ForgottenUser {
  readonly id: string;
  readonly email: string;
  readonly emailKey: string;
}

/** What is forgotten of users who are erased, and in which order. */
@Injectable()
export class UserForgetting {
  /** In each organization that knows the user, with that organization in scope. */
  readonly stepsInOrganization = new Steps<ForgottenUser>();
  /** Once, in the unscoped unit of work of the erasure. */
  readonly steps = new Steps<ForgottenUser>();
  readonly organizationsInviting = new SingleSlot<(emailKey: string) => Promise<string[]>>('finder of invitations');

  constructor(
    private readonly repository: UsersRepository,
    private readonly traces: PersonTraces,
    private readonly revocations: Revocations,
    private readonly attempts: SignInAttempts,
    private readonly recorder: UserRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Forgets a user who is locked, inside the caller's unscoped unit of work.
   *
   * @param organizations of the user; they and those that invite the user know them, although their logs may not
   * @param passwordHash that no password has
   */
  async forget(user: ForgottenUser, organizations: readonly string[], passwordHash: string): Promise<void> {
    const now = this.clock.now();
    // First, so that what is recorded of the user from now on has no values any more.
    await this.repository.update(user.id, { ...nobody(user.id, now), passwordHash });
    const others = [...organizations, ...(await this.organizationsInviting.get()(user.emailKey))];
    await this.traces.forgetInOrganizations(user, others, now, () => this.stepsInOrganization.take(user));
    // After what earlier events say of the user is gone: those of ended memberships are still sent.
    await this.revocations.run('erasure', { userId: user.id });
    await this.attempts.forget(user);
    await this.steps.take(user);
    await this.traces.forgetMail(user, now);
    this.recorder.erased(user.id);
  }
}

/** The row of a user of whom nothing is known. Nobody can sign in as them, and their address is free again. */
function nobody(id: string, now: Date): Partial<User> {
  const email = `erased-${id}@erased.invalid`;
  return {
    name: ERASED_NAME,
    email,
    emailKey: email,
    search: searchText(ERASED_NAME),
    emailProvenAt: null,
    phone: null,
    mustChangePassword: false,
    secondFactorSince: null,
    status: 'suspended',
    superAdmin: false,
    lastSignInAt: null,
    lastOrganizationId: null,
    updatedAt: now,
    erasedAt: now,
  };
}
