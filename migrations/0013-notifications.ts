import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Messages to guests and others, their recipients, and addresses that want none. */
export class Notifications1700000000013 implements MigrationInterface {
  name = 'Notifications1700000000013';

  async up(runner: QueryRunner): Promise<void> {
    // The values for placeholders are stored when the notification is accepted, so that all recipients read the same.
    await runner.query(`
      CREATE TABLE notifications (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        channel text NOT NULL CHECK (channel IN ('email', 'whatsapp')),
        status text NOT NULL CHECK (status IN ('queued', 'sending', 'sent', 'partly_failed', 'failed')),
        event_id uuid,
        rsvp text CHECK (rsvp IN ('pending', 'accepted', 'declined', 'tentative')),
        subject text,
        body text,
        template text,
        language text,
        variables json,
        sender_name text,
        reply_to text,
        shared_values jsonb NOT NULL,
        total integer NOT NULL,
        sent integer NOT NULL,
        failed integer NOT NULL,
        created_by uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id)
      )`);
    await runner.query(`CREATE INDEX notifications_by_creation ON notifications (organization_id, created_at, id)`);
    await tenantTable(runner, 'notifications');

    // due_at, leased_until, first_attempt_at and finished_at are times of the database's clock, which all replicas
    // share. They are not rounded, so that what is due now is not due half a millisecond later. One address is one
    // recipient; each recipient without an address counts separately.
    await runner.query(`
      CREATE TABLE notification_recipients (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        notification_id uuid NOT NULL,
        address text,
        address_key text,
        guest_id uuid,
        event_guest_id uuid,
        own_values jsonb,
        status text NOT NULL CHECK (status IN ('queued', 'sending', 'sent', 'failed')),
        handed_over boolean NOT NULL,
        attempts integer NOT NULL,
        first_attempt_at timestamptz,
        due_at timestamptz NOT NULL,
        lease_token uuid,
        leased_until timestamptz,
        error text,
        detail text,
        sent_at timestamptz(3),
        finished_at timestamptz,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT notification_recipients_once UNIQUE (organization_id, notification_id, address_key),
        FOREIGN KEY (organization_id, notification_id) REFERENCES notifications ON DELETE CASCADE
      ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`);
    await runner.query(
      `CREATE INDEX notification_recipients_by_creation
       ON notification_recipients (organization_id, notification_id, created_at, id)`,
    );
    // In a long list people look for failures.
    await runner.query(
      `CREATE INDEX notification_recipients_unsent
       ON notification_recipients (organization_id, notification_id, created_at, id) WHERE status <> 'sent'`,
    );
    // These two, which claims read, contain only what waits or is being sent, however much is finished.
    await runner.query(
      `CREATE INDEX notification_recipients_waiting ON notification_recipients (notification_id, due_at)
       WHERE status = 'queued'`,
    );
    await runner.query(
      `CREATE INDEX notification_recipients_leased ON notification_recipients (leased_until) WHERE lease_token IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX notification_recipients_finished ON notification_recipients (finished_at)
       WHERE finished_at IS NOT NULL`,
    );
    await tenantTable(runner, 'notification_recipients');

    await runner.query(`
      CREATE TABLE notification_suppressions (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        address text NOT NULL,
        address_key text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT notification_suppressions_once UNIQUE (organization_id, address_key)
      )`);
    await runner.query(
      `CREATE INDEX notification_suppressions_by_creation ON notification_suppressions (organization_id, created_at, id)`,
    );
    await tenantTable(runner, 'notification_suppressions');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['notification_suppressions', 'notification_recipients', 'notifications']);
  }
}
