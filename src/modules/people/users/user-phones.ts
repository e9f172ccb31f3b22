import { Injectable } from '@nestjs/common';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { USERS_REASON } from './users.repository';
import { columnsOf } from '../../../platform/database/table';
import { User } from './user.entity';

const USER = columnsOf(User, 'u');

const PHONES = new UnscopedStatement<{ id: string; phone: string }>(
  USERS_REASON,
  `SELECT ${USER.id}, ${USER.phone} FROM users u
   WHERE ${USER.id} = ANY ($1::uuid[]) AND ${USER.phone} IS NOT NULL AND ${USER.erasedAt} IS NULL`,
);

/** The phone numbers of users' own profiles. Users belong to no organization, so no scoped statement can join them. */
@Injectable()
export class UserPhones {
  constructor(private readonly database: TenantDatabase) {}

  /** By the users' ids; who has none is left out. */
  async of(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (userIds.length === 0) return new Map();
    const rows = await this.database.unscopedRows(PHONES, [...new Set(userIds)]);
    return new Map(rows.map(({ id, phone }) => [id, phone]));
  }
}
