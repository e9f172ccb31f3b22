import { Injectable } from '@nestjs/common';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { USERS_REASON } from './users.repository';

const PHONES = new UnscopedStatement<{ id: string; phone: string }>(
  USERS_REASON,
  'SELECT u.id, u.phone FROM users u WHERE u.id = ANY ($1::uuid[]) AND u.phone IS NOT NULL AND u.erased_at IS NULL',
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
