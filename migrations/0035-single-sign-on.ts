import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

const TABLES = ['sso_connections', 'sso_domains', 'sso_identities'];

/** Identity providers of organizations, the domains they speak for, and whom they have signed in. */
export class SingleSignOn1700000000035 implements MigrationInterface {
  name = 'SingleSignOn1700000000035';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sso_connections (
        organization_id uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
        issuer text NOT NULL,
        client_id text NOT NULL,
        client_secret bytea,
        default_role text NOT NULL,
        require_sso boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE sso_domains (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        domain text NOT NULL,
        token text NOT NULL,
        proven_at timestamptz(3),
        proven_by text CHECK (proven_by IN ('dns', 'operator')),
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT sso_domains_own_unique UNIQUE (organization_id, domain),
        CHECK ((proven_at IS NULL) = (proven_by IS NULL))
      )`);
    // Anybody can name a domain, but only one organization can prove it.
    await runner.query(
      'CREATE UNIQUE INDEX sso_domains_proven_unique ON sso_domains (domain) WHERE proven_at IS NOT NULL',
    );
    await runner.query(`
      CREATE TABLE sso_identities (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        issuer text NOT NULL,
        subject text NOT NULL,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, issuer, subject)
      )`);
    await runner.query('CREATE INDEX sso_identities_by_user ON sso_identities (user_id)');
    for (const table of TABLES) await tenantTable(runner, table);
    // The organization whose provider began the session; null for all other ways in.
    await runner.query('ALTER TABLE sessions ADD COLUMN sso_organization_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN sso_organization_id');
    await dropTables(runner, TABLES);
  }
}
