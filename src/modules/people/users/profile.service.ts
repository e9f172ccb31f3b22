import { Injectable } from '@nestjs/common';
import { currentPrincipal } from '../../../platform/context/request-context';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { found } from '../../../kernel/problems';
import { SessionOrganizations } from '../members';
import { USER_RECORD } from './user.record';
import type { OwnOrganizationsView, UpdateOwnUser, UserView } from './users.dto';
import { USERS_REASON } from './users.repository';
import type { UserRow } from './users.repository';
import { toUserView, UsersService } from './users.service';

/** What callers see and change of themselves; while impersonating, of the user they act as. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly users: UsersService,
    private readonly organizations: SessionOrganizations,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async get(): Promise<UserView> {
    return view(found(await this.users.find(currentPrincipal().userId)));
  }

  async listOrganizations(): Promise<OwnOrganizationsView> {
    return { data: await this.organizations.ofUser(currentPrincipal().userId) };
  }

  /** @throws PreconditionFailed (If-Match) */
  update(changes: UpdateOwnUser): Promise<UserView> {
    const { userId, organizationId } = currentPrincipal();
    return this.unitOfWork.runUnscoped(USERS_REASON, async () => {
      const before = view(await this.users.lock(userId));
      requireMatch(USER_RECORD, before);
      await this.users.change(before, changes, organizationId);
      return this.get();
    });
  }
}

function view(user: UserRow): UserView {
  return toUserView(user, currentPrincipal().role);
}
