import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Messages that are sent later, and rules by which guests get messages at the right moment. */
export class MessageRules1700000000020 implements MigrationInterface {
  name = 'MessageRules1700000000020';

  async up(runner: QueryRunner): Promise<void> {
    await this.later(runner);
    await this.rules(runner);
  }

  private async later(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications
        ADD COLUMN send_at timestamptz(3),
        ADD COLUMN failure_reason text,
        ADD COLUMN rule_id uuid,
        ADD COLUMN calendar jsonb,
        DROP CONSTRAINT notifications_status_check,
        ADD CONSTRAINT notifications_status_check
          CHECK (status IN ('scheduled', 'queued', 'sending', 'sent', 'partly_failed', 'failed'))`);
    // What a look for messages that are due reads: nothing but those that wait.
    await runner.query(
      `CREATE INDEX notifications_scheduled ON notifications (send_at, organization_id, id) WHERE status = 'scheduled'`,
    );
    // Whom a message names that is sent later; who is reached by it is decided then.
    await runner.query(`
      CREATE TABLE scheduled_recipients (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        notification_id uuid NOT NULL,
        position integer NOT NULL,
        encrypted_address text,
        address_key text,
        guest_id uuid,
        PRIMARY KEY (organization_id, id),
        FOREIGN KEY (organization_id, notification_id) REFERENCES notifications ON DELETE CASCADE
      )`);
    await runner.query(
      'CREATE INDEX scheduled_recipients_by_position ON scheduled_recipients (organization_id, notification_id, position)',
    );
    await runner.query(
      `CREATE INDEX scheduled_recipients_by_address ON scheduled_recipients (organization_id, address_key)
       WHERE address_key IS NOT NULL`,
    );
    await tenantTable(runner, 'scheduled_recipients');
  }

  private async rules(runner: QueryRunner): Promise<void> {
    // look_at: the earliest moment at which the rule may have something to do, by the service's clock; looks counts
    // whoever has brought it forward, so that a round that computed a later one doesn't undo that. open_since: moments
    // up to it were past when the rule was made or changed.
    await runner.query(`
      CREATE TABLE message_rules (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        event_id uuid,
        tour_id uuid,
        name text NOT NULL,
        "trigger" text NOT NULL CHECK ("trigger" IN
          ('before_start', 'after_end', 'no_answer', 'moved', 'cancelled', 'seat_changed', 'promoted')),
        offset_minutes integer CHECK (offset_minutes BETWEEN 0 AND 525600),
        channel text NOT NULL CHECK (channel IN ('email', 'whatsapp')),
        subject text,
        body text,
        template text,
        language text,
        variables json,
        rsvp text[] NOT NULL,
        window_from text,
        window_to text,
        active boolean NOT NULL,
        late text NOT NULL CHECK (late IN ('skip', 'send')),
        open_since timestamptz(3) NOT NULL,
        look_at timestamptz(3) NOT NULL,
        looks integer NOT NULL DEFAULT 0,
        created_by uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        FOREIGN KEY (organization_id, event_id) REFERENCES events ON DELETE CASCADE,
        FOREIGN KEY (organization_id, tour_id) REFERENCES tours ON DELETE CASCADE,
        CHECK ((event_id IS NULL) <> (tour_id IS NULL)),
        CHECK ((window_from IS NULL) = (window_to IS NULL))
      )`);
    await runner.query(
      'CREATE INDEX message_rules_by_event ON message_rules (organization_id, event_id) WHERE event_id IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX message_rules_by_tour ON message_rules (organization_id, tour_id) WHERE tour_id IS NOT NULL',
    );
    await runner.query(
      `CREATE INDEX message_rules_due ON message_rules (look_at) WHERE active AND offset_minutes IS NOT NULL`,
    );
    await tenantTable(runner, 'message_rules');

    // Moments of a rule at an event up to this one are over: they were served, or became past by a change of the event.
    // The event may be gone, and a change of it must not wait for a round that writes here: hence no key to it.
    await runner.query(`
      CREATE TABLE message_rule_moments (
        organization_id uuid NOT NULL,
        rule_id uuid NOT NULL,
        event_id uuid NOT NULL,
        over_until timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, rule_id, event_id),
        FOREIGN KEY (organization_id, rule_id) REFERENCES message_rules ON DELETE CASCADE
      )`);
    await tenantTable(runner, 'message_rule_moments');

    // What happened that a rule speaks of, until the message goes out. One row takes all that happens meanwhile; the
    // guest is the nil UUID for what concerns all of the event.
    await runner.query(`
      CREATE TABLE message_rule_changes (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        rule_id uuid NOT NULL,
        event_id uuid NOT NULL,
        guest_id uuid NOT NULL,
        was jsonb NOT NULL,
        first_at timestamptz(3) NOT NULL,
        last_at timestamptz(3) NOT NULL,
        due_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        FOREIGN KEY (organization_id, rule_id) REFERENCES message_rules ON DELETE CASCADE,
        CONSTRAINT message_rule_changes_merged UNIQUE (organization_id, rule_id, event_id, guest_id)
      )`);
    await runner.query('CREATE INDEX message_rule_changes_due ON message_rule_changes (due_at)');
    await runner.query(
      'CREATE INDEX message_rule_changes_by_rule ON message_rule_changes (organization_id, rule_id, due_at, id)',
    );
    await tenantTable(runner, 'message_rule_changes');

    // Who has a rule's message: once per event, or once per merged change. The key makes twice impossible.
    await runner.query(`
      CREATE TABLE message_rule_claims (
        organization_id uuid NOT NULL,
        rule_id uuid NOT NULL,
        event_id uuid NOT NULL,
        change_id uuid NOT NULL,
        guest_id uuid NOT NULL,
        notification_id uuid NOT NULL,
        PRIMARY KEY (organization_id, rule_id, event_id, change_id, guest_id),
        FOREIGN KEY (organization_id, rule_id) REFERENCES message_rules ON DELETE CASCADE
      )`);
    await tenantTable(runner, 'message_rule_claims');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [
      'message_rule_claims',
      'message_rule_changes',
      'message_rule_moments',
      'message_rules',
      'scheduled_recipients',
    ]);
    await runner.query(`DELETE FROM notifications WHERE status = 'scheduled'`);
    await runner.query(`
      ALTER TABLE notifications
        DROP COLUMN send_at, DROP COLUMN failure_reason, DROP COLUMN rule_id, DROP COLUMN calendar,
        DROP CONSTRAINT notifications_status_check,
        ADD CONSTRAINT notifications_status_check
          CHECK (status IN ('queued', 'sending', 'sent', 'partly_failed', 'failed'))`);
  }
}
