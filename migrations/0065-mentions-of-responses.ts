import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Whom stored responses mention, so that those of a person are found without opening any. */
export class MentionsOfResponses1700000000065 implements MigrationInterface {
  name = 'MentionsOfResponses1700000000065';

  async up(runner: QueryRunner): Promise<void> {
    // Without an id are older ones, for a day, and those of older processes.
    await runner.query(
      'ALTER TABLE idempotency_keys ADD COLUMN id uuid, ADD COLUMN forgotten boolean NOT NULL DEFAULT false',
    );
    await runner.query('ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_id UNIQUE (organization_id, id)');
    await runner.query(
      'CREATE INDEX idempotency_keys_without_id ON idempotency_keys (organization_id) WHERE id IS NULL',
    );
    await runner.query(`
      CREATE TABLE idempotency_mentions (
        organization_id uuid NOT NULL,
        response_id uuid NOT NULL,
        mention_id uuid NOT NULL,
        PRIMARY KEY (organization_id, response_id, mention_id),
        CONSTRAINT idempotency_mentions_response FOREIGN KEY (organization_id, response_id)
          REFERENCES idempotency_keys (organization_id, id) ON DELETE CASCADE
      )`);
    await runner.query(
      'CREATE INDEX idempotency_mentions_by_mention ON idempotency_mentions (organization_id, mention_id)',
    );
    await tenantTable(runner, 'idempotency_mentions');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['idempotency_mentions']);
    await runner.query('DROP INDEX idempotency_keys_without_id');
    // What was forgotten has no content that the previous version could repeat.
    await runner.query(`SELECT set_config('app.unscoped', 'forgotten responses are of a later version', true)`);
    await runner.query('DELETE FROM idempotency_keys WHERE forgotten');
    await runner.query(`SELECT set_config('app.unscoped', '', true)`);
    await runner.query('ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_id');
    await runner.query('ALTER TABLE idempotency_keys DROP COLUMN id, DROP COLUMN forgotten');
  }
}
