import { Injectable } from '@nestjs/common';
import { emailKey } from '../../kernel/email';
import { UnscopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { User } from './user.entity';

/** A user as reads give them. */
export type UserRow = Pick<User, 'id' | 'name' | 'email' | 'phone' | 'passwordHash' | 'status' | 'superAdmin'> & {
  lastSignInAt: string | null;
  createdAt: string;
  updatedAt: string;
};

const REASON = 'users belong to no organization';
const COLUMNS = `id, name, email, phone, password_hash AS "passwordHash", status, super_admin AS "superAdmin",
  last_sign_in_at AS "lastSignInAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

const BY_ID = new UnscopedStatement(REASON, `SELECT ${COLUMNS} FROM users WHERE id = $1`);
const BY_EMAIL = new UnscopedStatement(REASON, `SELECT ${COLUMNS} FROM users WHERE email_key = $1`);
const ANY_SUPER_ADMIN = new UnscopedStatement(REASON, `SELECT id FROM users WHERE super_admin LIMIT 1`);

/** Every query of users. Writes happen inside an unscoped unit of work. */
@Injectable()
export class UsersRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  find(id: string): Promise<UserRow | null> {
    return this.database.unscopedRow<UserRow>(BY_ID, id);
  }

  /** Finds a user by e-mail address, in any case. */
  findByEmail(email: string): Promise<UserRow | null> {
    return this.database.unscopedRow<UserRow>(BY_EMAIL, emailKey(email));
  }

  async hasSuperAdmin(): Promise<boolean> {
    return (await this.database.unscopedRow<{ id: string }>(ANY_SUPER_ADMIN)) !== null;
  }

  async insert(user: User): Promise<void> {
    await this.manager.createQueryBuilder().insert().into(User).values(user).updateEntity(false).execute();
  }

  async update(id: string, changes: Partial<User>): Promise<void> {
    await this.manager.update(User, { id }, changes);
  }

  private get manager() {
    return this.unitOfWork.current.manager;
  }
}
