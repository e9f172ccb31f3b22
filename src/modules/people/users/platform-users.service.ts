import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { Conflict, found, NotFound } from '../../../kernel/problems';
import { requireMatch } from '../../../platform/http/etag';
import { Revocations } from '../../../platform/revocation/revocations';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { USER_RECORD } from './user.record';
import type { PlatformUsersQuery, PlatformUserView, UpdatePlatformUser } from './platform-users.dto';
import { PlatformUsersRepository } from './platform-users.repository';
import { Suspensions } from './suspensions.service';
import { USERS_REASON } from './users.repository';
import { UsersService } from './users.service';

/** What Super Admins do with users, whichever organizations those are members of. */
@Injectable()
export class PlatformUsers {
  constructor(
    private readonly all: PlatformUsersRepository,
    private readonly users: UsersService,
    private readonly suspensions: Suspensions,
    private readonly revocations: Revocations,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async list(query: PlatformUsersQuery): Promise<Page<PlatformUserView>> {
    const { rows, total } = await this.all.list(query);
    return toPage(rows, total, query);
  }

  /** @throws NotFound */
  async get(id: string): Promise<PlatformUserView> {
    return found(isId(id) ? await this.all.find(id) : null);
  }

  /**
   * Changes a user everywhere. The record is in the platform's audit log, and in those of their organizations as a
   * change of a member.
   *
   * @throws NotFound, PreconditionFailed (If-Match); Conflict `last_super_admin`, `last_admin`, `user_erased`
   */
  async update(id: string, changes: UpdatePlatformUser): Promise<PlatformUserView> {
    if (!isId(id)) throw new NotFound();
    return this.unitOfWork.runUnscoped(USERS_REASON, async () => {
      // Checked again below, under the locks. The first check comes before the errors that locking may throw.
      requireMatch(USER_RECORD, await this.get(id));
      if (changes.status === 'suspended') await this.suspensions.requirePossible(id);
      await this.users.lock(id);
      const before = await this.get(id);
      requireMatch(USER_RECORD, before);
      if (before.erasedAt !== null) throw new Conflict('user_erased', 'The user was erased.');
      await this.users.change({ ...before, role: null }, changes, null);
      if (changes.status === 'suspended') await this.suspensions.signOut(id);
      return this.get(id);
    });
  }

  /** Signs a user out everywhere, and ends what waits for a click. @throws NotFound */
  async endSessions(id: string): Promise<void> {
    if (!isId(id)) throw new NotFound();
    await this.unitOfWork.runUnscoped(USERS_REASON, async () => {
      await this.users.lock(id);
      await this.revocations.run('sessionsEnd', { userId: id });
    });
  }
}
