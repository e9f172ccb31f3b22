import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable, tenantTable } from '../src/platform/tenancy/schema';

/** Organizations, users, and who is a member of what: with which role, and by which invitation. */
export class OrganizationsPeople1700000000002 implements MigrationInterface {
  name = 'OrganizationsPeople1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await this.organizations(runner);
    await this.users(runner);
    await this.members(runner);
  }

  private async organizations(runner: QueryRunner): Promise<void> {
    // The plan is a reference from the migration on that makes the plans.
    await runner.query(`
      CREATE TABLE organizations (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        slug text NOT NULL UNIQUE,
        search text COLLATE "C" NOT NULL,
        logo text,
        timezone text NOT NULL,
        currency text NOT NULL,
        status text NOT NULL CHECK (status IN ('active', 'suspended')),
        plan_id uuid,
        founded_by uuid,
        mail_daily_limit integer,
        rate_limit integer,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        deleted_at timestamptz(3)
      )`);
    // How operators find organizations.
    await runner.query(
      'CREATE INDEX organizations_by_creation ON organizations (created_at, id) WHERE deleted_at IS NULL',
    );
    await runner.query('CREATE INDEX organizations_by_name ON organizations (search, id) WHERE deleted_at IS NULL');
    await runner.query('CREATE INDEX organizations_by_founder ON organizations (founded_by)');
    await runner.query('CREATE INDEX organizations_deleted ON organizations (deleted_at) WHERE deleted_at IS NOT NULL');
    await tenantTable(runner, 'organizations', { organizationColumn: 'id' });

    await runner.query(`
      CREATE TABLE organization_settings (
        organization_id uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
        locale text NOT NULL,
        expense_categories text[] NOT NULL,
        sender_name text,
        sender_reply_to text,
        require_second_factor boolean NOT NULL DEFAULT false,
        guest_days_after_last_event integer CHECK (guest_days_after_last_event BETWEEN 30 AND 3650),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    // Few organizations among many: the daily job reads no others.
    await runner.query(`
      CREATE INDEX organization_settings_retention ON organization_settings (organization_id)
        WHERE guest_days_after_last_event IS NOT NULL`);
    await tenantTable(runner, 'organization_settings');
  }

  private async users(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        email_key text NOT NULL CONSTRAINT users_email_unique UNIQUE,
        search text COLLATE "C" NOT NULL,
        email_proven_at timestamptz(3),
        phone text,
        password_hash text NOT NULL,
        must_change_password boolean NOT NULL DEFAULT false,
        second_factor_since timestamptz(3),
        status text NOT NULL CHECK (status IN ('active', 'suspended')),
        super_admin boolean NOT NULL,
        last_sign_in_at timestamptz(3),
        last_organization_id uuid REFERENCES organizations ON DELETE SET NULL,
        erased_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    await runner.query(
      'CREATE INDEX users_by_last_organization ON users (last_organization_id) WHERE last_organization_id IS NOT NULL',
    );
    await platformTable(runner, 'users');
    await runner.query(`
      ALTER TABLE organizations ADD CONSTRAINT organizations_founded_by_fkey
        FOREIGN KEY (founded_by) REFERENCES users ON DELETE SET NULL`);
  }

  private async members(runner: QueryRunner): Promise<void> {
    // A member can be suspended in one organization alone.
    await runner.query(`
      CREATE TABLE memberships (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        role text NOT NULL,
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
        joined_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT memberships_user_unique UNIQUE (organization_id, user_id)
      )`);
    await runner.query('CREATE INDEX memberships_by_user ON memberships (user_id)');
    await runner.query('CREATE INDEX memberships_by_role ON memberships (organization_id, role)');
    await runner.query('CREATE INDEX memberships_by_joining ON memberships (organization_id, joined_at, id)');
    await tenantTable(runner, 'memberships');

    await runner.query(`
      CREATE TABLE roles (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        search text COLLATE "C" NOT NULL,
        description text,
        permissions text[] NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT roles_name_unique UNIQUE (organization_id, name),
        CONSTRAINT roles_name_key_unique UNIQUE (organization_id, name_key)
      )`);
    await tenantTable(runner, 'roles');

    // Whether one has expired follows from its expiry; 'expired' is only written when the address is invited again.
    await runner.query(`
      CREATE TABLE invitations (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        email text NOT NULL,
        email_key text NOT NULL,
        search text COLLATE "C" NOT NULL,
        role text NOT NULL,
        status text NOT NULL CHECK (status IN ('accepted', 'pending', 'revoked', 'expired')),
        token_hash bytea NOT NULL CONSTRAINT invitations_token_unique UNIQUE,
        invited_by uuid NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        accepted_at timestamptz(3),
        resent_at timestamptz(3)[] NOT NULL DEFAULT '{}',
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id)
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX invitations_one_pending ON invitations (organization_id, email_key) WHERE status = 'pending'`,
    );
    await runner.query('CREATE INDEX invitations_by_creation ON invitations (organization_id, created_at, id)');
    await runner.query('CREATE INDEX invitations_by_address ON invitations (email_key, organization_id)');
    await tenantTable(runner, 'invitations');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['invitations', 'roles', 'memberships']);
    // The two refer to each other.
    await runner.query('ALTER TABLE organizations DROP CONSTRAINT organizations_founded_by_fkey');
    await dropTables(runner, ['users', 'organization_settings', 'organizations']);
  }
}
