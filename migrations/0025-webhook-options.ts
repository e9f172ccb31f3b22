import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What endpoints receive and how: only what belongs to a tour or an event, headers of their own, the headers of Standard
 * Webhooks, whole records, and nothing that their maker may not read.
 */
export class WebhookOptions1700000000025 implements MigrationInterface {
  name = 'WebhookOptions1700000000025';

  async up(runner: QueryRunner): Promise<void> {
    // The tour and the event have no foreign keys: an endpoint for a deleted event still gets event.deleted, and then
    // nothing more. Endpoints of before have no maker and go on to receive what they asked for.
    await runner.query(`
      ALTER TABLE webhook_endpoints
        ADD COLUMN tour_id uuid,
        ADD COLUMN event_id uuid,
        ADD COLUMN headers bytea,
        ADD COLUMN header_names text[] NOT NULL DEFAULT '{}',
        ADD COLUMN standard_headers boolean NOT NULL DEFAULT false,
        ADD COLUMN full_payload boolean NOT NULL DEFAULT false,
        ADD COLUMN maker_id uuid,
        ADD COLUMN maker_permissions text[] NOT NULL DEFAULT '{users.read,roles.read,billing.read}'`);
    await runner.query('ALTER TABLE webhook_deliveries ADD COLUMN full_payload boolean NOT NULL DEFAULT false');
    await runner.query('ALTER TABLE outbox_events ADD COLUMN full_body text');
    // A function and not a sub-select, for the reason that tour_of_event is one: the statement that writes every event
    // keeps its plan.
    await runner.query(`
      CREATE FUNCTION webhook_maker_may(organization uuid, maker uuid, permission text, system_roles text[])
      RETURNS boolean LANGUAGE plpgsql STABLE COST 1 AS $$
      BEGIN
        RETURN EXISTS (
          SELECT FROM memberships m LEFT JOIN roles r ON r.organization_id = m.organization_id AND r.name = m.role
          WHERE m.organization_id = organization AND m.user_id = maker AND m.status = 'active'
            AND CASE WHEN r.id IS NULL THEN m.role = ANY (system_roles) ELSE permission = ANY (r.permissions) END);
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION webhook_maker_may(uuid, uuid, text, text[])');
    await runner.query('ALTER TABLE outbox_events DROP COLUMN full_body');
    await runner.query('ALTER TABLE webhook_deliveries DROP COLUMN full_payload');
    await runner.query(`
      ALTER TABLE webhook_endpoints
        DROP COLUMN tour_id, DROP COLUMN event_id, DROP COLUMN headers, DROP COLUMN header_names,
        DROP COLUMN standard_headers, DROP COLUMN full_payload, DROP COLUMN maker_id, DROP COLUMN maker_permissions`);
  }
}
