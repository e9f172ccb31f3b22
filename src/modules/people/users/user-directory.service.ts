import { Injectable } from '@nestjs/common';
import { toPage, type Page } from '../../../kernel/page';
import { found, NotFound } from '../../../kernel/problems';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { SessionOrganizations } from '../members';
import type { UsersQuery, UserView } from './users.dto';
import { UsersRepository } from './users.repository';
import { toUserView } from './users.service';

/** The members of an organization as users, for Super Admins. */
@Injectable()
export class UserDirectory {
  constructor(
    private readonly repository: UsersRepository,
    private readonly organizations: SessionOrganizations,
  ) {}

  list(query: UsersQuery): Promise<Page<UserView>> {
    return this.listOf(currentOrganizationId(), query);
  }

  /** @throws NotFound when there is no such organization */
  async listOfOrganization(organizationId: string, query: UsersQuery): Promise<Page<UserView>> {
    if (!(await this.organizations.exists(organizationId))) throw new NotFound();
    return this.listOf(organizationId, query);
  }

  private async listOf(organizationId: string, query: UsersQuery): Promise<Page<UserView>> {
    const { rows, total } = await this.repository.listMembers(organizationId, query);
    const views = rows.map((row) => toUserView(row, row.role));
    return toPage(views, total, query);
  }

  /** @throws NotFound when the user is no member */
  async get(id: string): Promise<UserView> {
    const user = found(await this.repository.findMember(currentOrganizationId(), id));
    return toUserView(user, user.role);
  }
}
