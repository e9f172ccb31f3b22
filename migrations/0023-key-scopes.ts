import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Scopes of API keys, and keys that belong to the organization. */
export class KeyScopes1700000000023 implements MigrationInterface {
  name = 'KeyScopes1700000000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_keys
        ADD COLUMN scopes text[],
        ADD COLUMN owner text NOT NULL DEFAULT 'user',
        ADD CONSTRAINT api_keys_owner CHECK (
          owner = 'user' OR (owner = 'organization' AND permissions IS NOT NULL AND NOT super_admin)
        )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM api_keys WHERE owner <> 'user' OR scopes IS NOT NULL`);
    await runner.query('ALTER TABLE api_keys DROP COLUMN scopes, DROP COLUMN owner');
  }
}
