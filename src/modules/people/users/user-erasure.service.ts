import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { SingleSlot } from '../../../kernel/single-slot';
import { Steps } from '../../../kernel/steps';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { emailKey } from '../../../kernel/email';
import { isId, NIL_ID } from '../../../kernel/ids';
import { Conflict, NotFound } from '../../../kernel/problems';
import { searchText } from '../../../kernel/search-text';
import { currentContext } from '../../../platform/context/request-context';
import { ErasureJournal } from '../../../platform/erasure/erasure-journal';
import { IdempotencyKeys } from '../../../platform/idempotency/idempotency-keys';
import { MailQueue } from '../../../platform/mail/mail-queue';
import { lockForErasure } from '../../../platform/personal/erasure-lock';
import { PersonKeys } from '../../../platform/personal/person-keys';
import { Revocations } from '../../../platform/revocation/revocations';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { MembersService } from '../members';
import { unmatchableHash } from './passwords';
import { SignInAttempts } from './sign-in-attempts';
import { SuperAdmins } from './super-admins.service';
import type { UserErasureView } from './user-erasure.dto';
import type { User } from './user.entity';
import { UserRecorder } from './user.recorder';
import { USERS_REASON, UsersRepository } from './users.repository';
import { UsersService } from './users.service';

/** What a user is called who was erased. */
const ERASED_NAME = 'Erased user';

/** An erased user, with what they were known by. */
interface Forgotten {
  readonly id: string;
  readonly email: string;
  readonly emailKey: string;
}

/**
 * Forgets users. Their record stays as a number without a person, because other records say who made them; the logs
 * keep what was done, and can't be read where they name the user.
 */
@Injectable()
export class UserErasure implements OnModuleInit {
  /** In each organization that knows the user, with that organization in scope. */
  readonly stepsInOrganization = new Steps<Forgotten>();
  /** Once, in the unscoped unit of work of the erasure. */
  readonly steps = new Steps<Forgotten>();
  readonly organizationsInviting = new SingleSlot<(emailKey: string) => Promise<string[]>>('finder of invitations');

  constructor(
    private readonly users: UsersService,
    private readonly repository: UsersRepository,
    private readonly superAdmins: SuperAdmins,
    private readonly members: MembersService,
    private readonly revocations: Revocations,
    private readonly attempts: SignInAttempts,
    private readonly keys: PersonKeys,
    private readonly mails: MailQueue,
    private readonly responses: IdempotencyKeys,
    private readonly journal: ErasureJournal,
    private readonly recorder: UserRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    // Whoever is left: they were erased before the database was restored.
    this.journal.register('user', ({ personId: id }) =>
      this.eraseAfter(id, (lockUser) => this.members.lockOrganizationsOf(id, lockUser)),
    );
  }

  /**
   * Erases a user of any organization; again it changes nothing. Their memberships, sessions and keys end.
   *
   * @param force lets organizations lose their last active Admin
   * @throws NotFound; Conflict `own_user`, `last_super_admin`, `last_admin`, `conflict`
   */
  async erase(id: string, force: boolean): Promise<UserErasureView> {
    if (!isId(id)) throw new NotFound();
    if (currentContext().principal?.userId === id)
      throw new Conflict('own_user', 'You can not erase yourself. Another Super Admin can.');
    return this.eraseAfter(id, async (lockUser) => {
      await this.superAdmins.requireAnother(id);
      await (force ? this.members.lockOrganizationsOf(id, lockUser) : this.members.requireOtherAdmins(id, lockUser));
    });
  }

  private async eraseAfter(
    id: string,
    lock: (lockUser: () => Promise<unknown>) => Promise<void>,
  ): Promise<UserErasureView> {
    const passwordHash = await unmatchableHash();
    return this.unitOfWork.runUnscoped(USERS_REASON, async () => {
      await lock(() => this.users.lock(id));
      const before = await this.users.lock(id);
      if (before.erasedAt === null)
        await this.forget({ id, email: before.email, emailKey: emailKey(before.email) }, passwordHash);
      return { erased: true };
    });
  }

  private async forget(user: Forgotten, passwordHash: string): Promise<void> {
    const now = this.clock.now();
    const transaction = this.unitOfWork.current;
    // First, so that what is recorded of the user from now on has no values any more.
    await this.repository.update(user.id, { ...nobody(user.id, now), passwordHash });
    const others = [
      ...(await this.members.organizationsOf(user.id)),
      ...(await this.organizationsInviting.get()(user.emailKey)),
    ];
    const knowing = await this.keys.destroyEverywhere(user.id, others, now, transaction);
    for (const organizationId of knowing)
      await this.unitOfWork.runScoped(organizationId, () => this.forgetInOrganization(user));
    await this.unitOfWork.runScoped(NIL_ID, () => this.responses.forget(user.id, user.emailKey));
    // After what earlier events say of the user is gone: those of ended memberships are still sent.
    await this.revocations.run('erasure', { userId: user.id });
    await this.attempts.forget(user);
    await this.steps.take(user);
    await this.mails.forgetEverywhere(user.emailKey, transaction);
    await this.journal.record('user', { organizationId: null, personId: user.id }, now, transaction);
    this.recorder.erased(user.id);
  }

  private async forgetInOrganization(user: Forgotten): Promise<void> {
    await lockForErasure(this.unitOfWork.current);
    await this.stepsInOrganization.take(user);
    await this.responses.forget(user.id, user.emailKey);
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
