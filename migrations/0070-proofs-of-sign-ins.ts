import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What somebody has shown of who they are: in a sign-in that waits for more, and in a session that a provider began. */
export class ProofsOfSignIns1700000000070 implements MigrationInterface {
  name = 'ProofsOfSignIns1700000000070';

  async up(runner: QueryRunner): Promise<void> {
    // They live for five minutes: whoever waits at one begins again.
    await runner.query('DELETE FROM sign_in_challenges');
    await runner.query('ALTER TABLE sign_in_challenges ADD COLUMN continuation bytea NOT NULL');
    await runner.query('ALTER TABLE sessions ADD COLUMN own_proof_at timestamptz(3)');
    await runner.query('ALTER TABLE sso_identities ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid()');
    await runner.query('ALTER TABLE sso_identities ALTER COLUMN id DROP DEFAULT');
    await runner.query(
      'ALTER TABLE sso_identities ADD CONSTRAINT sso_identities_id_unique UNIQUE (organization_id, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sso_identities DROP COLUMN id');
    await runner.query('ALTER TABLE sessions DROP COLUMN own_proof_at');
    await runner.query('ALTER TABLE sign_in_challenges DROP COLUMN continuation');
  }
}
