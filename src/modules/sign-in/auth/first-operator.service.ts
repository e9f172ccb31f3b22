import { Inject, Injectable } from '@nestjs/common';
import { randomToken } from '../../../kernel/ids';
import { CONFIGURATION, DEFAULT_BOOTSTRAP_EMAIL, type Configuration } from '../../../platform/config/configuration';
import { ConfigurationError } from '../../../platform/config/environment';
import { runInContext, systemContext } from '../../../platform/context/request-context';
import { named } from '../../../platform/database/named';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { OrganizationFounding, SessionOrganizations } from '../../people/members';
import { hashPassword, UsersService } from '../../people/users';

/** The key of an advisory lock: any number that no other code locks. */
const FIRST_OPERATOR_LOCK = 7_202_605;
const LOCK_SUPER_ADMINS = named('SELECT pg_advisory_xact_lock($1)');

/** The first Super Admin, as the start of the service announces them. */
export interface Operator {
  email: string;
  /** Only when it was generated: it can't be shown again. */
  password: string | null;
}

/** Ensures that somebody can run the platform. */
@Injectable()
export class FirstOperator {
  constructor(
    private readonly users: UsersService,
    private readonly organizations: SessionOrganizations,
    private readonly founding: OrganizationFounding,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * Makes the first Super Admin when there is none: a new user with an organization of their own, or, when there is an
   * account with the address, that user, whose password stays. Several replicas may do it at once.
   *
   * @param chosen the new user's password, or null for a generated one
   * @param announce shows who it is, before the commit. A process that dies in between has shown an unused password,
   *   and the next start shows another. After the commit, the password could be lost for good.
   * @throws ConfigurationError in production for the default address: its mailbox is nobody's, or a stranger's
   */
  async ensure(email: string, chosen: string | null, announce: (operator: Operator) => void): Promise<void> {
    await runInContext(systemContext('start'), async () => {
      if (await this.users.hasSuperAdmin()) return;
      if (this.configuration.production && email === DEFAULT_BOOTSTRAP_EMAIL) {
        throw new ConfigurationError(
          'BOOTSTRAP_EMAIL',
          `must be set in production to the first Super Admin's own address, not ${DEFAULT_BOOTSTRAP_EMAIL}`,
        );
      }
      const password = chosen ?? randomToken(18);
      const passwordHash = await hashPassword(password);
      const reason = 'the first Super Admin belongs to the platform';
      await this.unitOfWork.runUnscoped(reason, async () => {
        const made = await this.appoint(email, passwordHash, chosen === null);
        if (made !== null) announce({ email: made.email, password: made.isNew && chosen === null ? password : null });
      });
    });
  }

  private async appoint(
    email: string,
    passwordHash: string,
    mustChangePassword: boolean,
  ): Promise<{ email: string; isNew: boolean } | null> {
    await this.unitOfWork.writeUnscoped(LOCK_SUPER_ADMINS, FIRST_OPERATOR_LOCK);
    if (await this.users.hasSuperAdmin()) return null;
    const existing = await this.users.findByEmail(email);
    const operator = { name: 'Operator', email, passwordHash, emailProven: true, mustChangePassword };
    const user = existing ?? (await this.users.create(operator));
    if ((await this.organizations.defaultFor({ id: user.id, superAdmin: false })) === null) {
      const operations = { name: 'Operations', timezone: 'UTC', currency: 'USD', planId: null };
      await this.founding.found(operations, user);
    }
    await this.users.makeSuperAdmin(user.id);
    return { email: user.email, isNew: existing === null };
  }
}
