import { Injectable } from '@nestjs/common';
import { CascadeHooks } from '../../kernel/cascade-hooks';
import { named } from '../database/named';
import { UnitOfWork } from '../tenancy/unit-of-work';

/** A user who is being erased, with what they were known by. Their own row has no person any more. */
export interface ErasedUser {
  readonly id: string;
  /** See {@link emailKey} in the kernel. */
  readonly emailKey: string;
}

/** Rows that belong to users, such as their passkeys. */
interface RowsOfUsers {
  readonly table: string;
  /** `user_id` by default. */
  readonly column?: string;
}

/**
 * What else forgets a user, inside the unscoped unit of work that erases them. Each module forgets what is in its own
 * tables.
 */
@Injectable()
export class UserErasureHooks extends CascadeHooks<ErasedUser> {
  constructor(private readonly unitOfWork: UnitOfWork) {
    super();
  }

  /** Deletes the user's rows of these tables. */
  deleteRows(...kinds: readonly RowsOfUsers[]): void {
    for (const { table, column = 'user_id' } of kinds) {
      const statement = named(`DELETE FROM ${table} WHERE ${column} = $1`);
      this.register(async ({ id }) => void (await this.unitOfWork.writeUnscoped(statement, id)));
    }
  }
}

/** Like {@link UserErasureHooks}, in each organization that knows the user, with that organization in scope. */
@Injectable()
export class UserInOrganizationErasureHooks extends CascadeHooks<ErasedUser> {
  private readonly finders: ((user: ErasedUser) => Promise<string[]>)[] = [];

  /** Names organizations that know the user although their logs do not. */
  registerOrganizations(find: (user: ErasedUser) => Promise<string[]>): void {
    this.finders.push(find);
  }

  /** The ids of all such organizations, inside the unscoped unit of work that erases the user. */
  async organizationsKnowing(user: ErasedUser): Promise<string[]> {
    const found: string[] = [];
    for (const find of this.finders) found.push(...(await find(user)));
    return found;
  }
}
