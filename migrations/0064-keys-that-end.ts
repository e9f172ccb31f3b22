import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What depends on a key that ends: secrets on the previous encryption key, endpoints on the API key that made them. */
export class KeysThatEnd1700000000064 implements MigrationInterface {
  name = 'KeysThatEnd1700000000064';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE installation ADD COLUMN key_replaced_at timestamptz(3)');
    await runner.query('ALTER TABLE webhook_endpoints ADD COLUMN maker_key_id uuid');
    // A function and not a sub-select, as webhook_maker_may is one.
    await runner.query(`
      CREATE FUNCTION webhook_key_may(organization uuid, key uuid, permission text)
      RETURNS boolean LANGUAGE plpgsql STABLE COST 1 AS $$
      BEGIN
        RETURN EXISTS (
          SELECT FROM api_keys k
          WHERE k.organization_id = organization AND k.id = key AND (k.expires_at IS NULL OR k.expires_at > now())
            AND permission = ANY (k.permissions));
      END $$`);
    await runner.query(`SELECT set_config('app.unscoped', 'what keys were used for before is looked up', true)`);
    // It is not known whether a key was replaced before: the next start counts what is left, and forgets it where nothing is.
    await runner.query('UPDATE installation SET key_replaced_at = now()');
    // Endpoints without a maker are of operators and of the organization's keys: the log says which. One by one, because a
    // distributed database looks up only what it can find on one machine.
    await runner.query(`
      DO $$
      DECLARE endpoint record; made record;
      BEGIN
        FOR endpoint IN SELECT organization_id, id FROM webhook_endpoints WHERE maker_id IS NULL LOOP
          SELECT r.actor_type, r.actor_id INTO made FROM audit_records r
          WHERE r.organization_id = endpoint.organization_id AND r.target_id = endpoint.id
            AND (r.action = 'webhook.created' OR r.action = 'webhook.updated'
              AND (r.changes::jsonb ? 'url' OR r.changes::jsonb ? 'eventTypes'))
          ORDER BY r.occurred_at DESC, r.id DESC LIMIT 1;
          IF made.actor_type = 'apiKey' THEN
            UPDATE webhook_endpoints SET maker_key_id = made.actor_id
            WHERE organization_id = endpoint.organization_id AND id = endpoint.id;
          END IF;
        END LOOP;
      END $$`);
    await runner.query(`SELECT set_config('app.unscoped', '', true)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION webhook_key_may(uuid, uuid, text)');
    await runner.query('ALTER TABLE webhook_endpoints DROP COLUMN maker_key_id');
    await runner.query('ALTER TABLE installation DROP COLUMN key_replaced_at');
  }
}
