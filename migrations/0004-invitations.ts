import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Invitations to organizations, and indexes for the sort orders of members. */
export class Invitations1700000000004 implements MigrationInterface {
  name = 'Invitations1700000000004';

  async up(runner: QueryRunner): Promise<void> {
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
    await runner.query(`CREATE INDEX invitations_by_creation ON invitations (organization_id, created_at, id)`);
    await runner.query(`CREATE INDEX invitations_by_address ON invitations (email_key, organization_id)`);
    await tenantTable(runner, 'invitations');

    await runner.query(`CREATE INDEX memberships_by_role ON memberships (organization_id, role)`);
    await runner.query(`CREATE INDEX memberships_by_joining ON memberships (organization_id, joined_at, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX memberships_by_joining');
    await runner.query('DROP INDEX memberships_by_role');
    await dropTables(runner, ['invitations']);
  }
}
