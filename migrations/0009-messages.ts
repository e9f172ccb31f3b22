import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable, tenantTable } from '../src/platform/tenancy/schema';

/** E-mails on their way, messages to guests and others, and announcements of the platform. */
export class Messages1700000000009 implements MigrationInterface {
  name = 'Messages1700000000009';

  async up(runner: QueryRunner): Promise<void> {
    await this.mail(runner);
    await this.notifications(runner);
    await this.suppressions(runner);
    await this.announcements(runner);
  }

  private async mail(runner: QueryRunner): Promise<void> {
    // due_at and locked_until are times of the database's clock, which all replicas share. They are not rounded, so that
    // what is due now is not due half a millisecond later. The content may have secret links, so the database itself
    // ensures that it is removed when the message is finished. The owners are served round robin: the organizations, and
    // the platform (the nil UUID). A column, because behind row-level security no index with coalesce() is used.
    await runner.query(`
      CREATE TABLE mail_messages (
        id uuid PRIMARY KEY,
        organization_id uuid REFERENCES organizations ON DELETE CASCADE,
        owner_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(organization_id, '00000000-0000-0000-0000-000000000000')) STORED,
        template text NOT NULL,
        to_key text,
        content bytea,
        status text NOT NULL CHECK (status IN ('sent', 'failed', 'queued')),
        attempts integer NOT NULL,
        due_at timestamptz NOT NULL,
        locked_by uuid,
        locked_until timestamptz,
        last_error text,
        created_at timestamptz(3) NOT NULL,
        finished_at timestamptz(3),
        CONSTRAINT mail_messages_content_only_while_queued CHECK ((status = 'queued') = (content IS NOT NULL))
      )`);
    await runner.query(
      `CREATE INDEX mail_messages_due ON mail_messages (owner_id, due_at, id) WHERE status = 'queued'`,
    );
    await runner.query(
      'CREATE INDEX mail_messages_finished ON mail_messages (finished_at) WHERE finished_at IS NOT NULL',
    );
    // Finds what waits for a mailbox. Its first column serves the constraint that purges organizations.
    await runner.query('CREATE INDEX mail_messages_by_mailbox ON mail_messages (organization_id, template, to_key)');
    await tenantTable(runner, 'mail_messages');

    // An organization's recipients of a day, how much was refused for good, and since when it is paused for that.
    await runner.query(`
      CREATE TABLE mail_days (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        day date NOT NULL,
        recipients integer NOT NULL,
        tried integer NOT NULL DEFAULT 0,
        refused integer NOT NULL DEFAULT 0,
        paused_at timestamptz(3),
        PRIMARY KEY (organization_id, day)
      )`);
    await runner.query('CREATE INDEX mail_days_by_recipients ON mail_days (day, recipients)');
    await tenantTable(runner, 'mail_days');

    // How many mails an address got that somebody only claims to have.
    await runner.query(`
      CREATE TABLE mail_recipient_counts (
        recipient_key text PRIMARY KEY,
        mails integer NOT NULL,
        window_ends_at timestamptz(3) NOT NULL
      )`);
    await runner.query('CREATE INDEX mail_recipient_counts_by_end ON mail_recipient_counts (window_ends_at)');
    await platformTable(runner, 'mail_recipient_counts');
  }

  private async notifications(runner: QueryRunner): Promise<void> {
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
        locale text NOT NULL DEFAULT 'en',
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
    await runner.query('CREATE INDEX notifications_by_creation ON notifications (organization_id, created_at, id)');
    // The messages to the guests of an event, newest first, without going through those of all others.
    await runner.query(
      `CREATE INDEX notifications_by_event ON notifications (organization_id, event_id, created_at, id)
       WHERE event_id IS NOT NULL`,
    );
    await tenantTable(runner, 'notifications');

    // due_at, leased_until, first_attempt_at and finished_at are times of the database's clock, which all replicas
    // share. They are not rounded, so that what is due now is not due half a millisecond later. One address gets a
    // message once, or where it names its reader each guest with that address; each recipient without an address counts
    // separately, and whoever is skipped takes nobody's address.
    // queued_at is when the recipient began to wait, and deferrals how often the channel asked to wait since.
    await runner.query(`
      CREATE TABLE notification_recipients (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        notification_id uuid NOT NULL,
        encrypted_address text,
        address_key text,
        guest_id uuid,
        event_guest_id uuid,
        encrypted_values text,
        status text NOT NULL CHECK (status IN ('queued', 'sending', 'sent', 'failed', 'skipped')),
        handed_over boolean NOT NULL,
        attempts integer NOT NULL,
        deferrals integer NOT NULL DEFAULT 0,
        first_attempt_at timestamptz,
        queued_at timestamptz NOT NULL DEFAULT now(),
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
        FOREIGN KEY (organization_id, notification_id) REFERENCES notifications ON DELETE CASCADE
      ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`);
    await runner.query(
      `CREATE UNIQUE INDEX notification_recipients_once ON notification_recipients
         (organization_id, notification_id, address_key, coalesce(guest_id, '00000000-0000-0000-0000-000000000000'))
       WHERE status <> 'skipped'`,
    );
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
      'CREATE INDEX notification_recipients_leased ON notification_recipients (leased_until) WHERE lease_token IS NOT NULL',
    );
    await runner.query(
      `CREATE INDEX notification_recipients_finished ON notification_recipients (finished_at)
       WHERE finished_at IS NOT NULL`,
    );
    // These two find what is kept of a person, to show it to them or to erase it.
    await runner.query(
      `CREATE INDEX notification_recipients_by_guest ON notification_recipients (organization_id, guest_id, id)
       WHERE guest_id IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX notification_recipients_by_address ON notification_recipients (organization_id, address_key, id)
       WHERE guest_id IS NULL`,
    );
    await tenantTable(runner, 'notification_recipients');
  }

  private async suppressions(runner: QueryRunner): Promise<void> {
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
      'CREATE INDEX notification_suppressions_by_creation ON notification_suppressions (organization_id, created_at, id)',
    );
    await tenantTable(runner, 'notification_suppressions');
    // Whoever unsubscribed and was erased stays unsubscribed by this. Salted with the organization, so that hashes of two
    // organizations can't be compared.
    await runner.query(`
      CREATE FUNCTION suppression_hash(organization uuid, address_key text) RETURNS text LANGUAGE sql IMMUTABLE
      RETURN 'sha256:' || encode(sha256(convert_to(organization::text || ':' || address_key, 'UTF8')), 'hex')`);
  }

  private async announcements(runner: QueryRunner): Promise<void> {
    // An expired announcement stays, hidden, until it is deleted. `withdrawn`: streams have sent that it expired.
    await runner.query(`
      CREATE TABLE announcements (
        id uuid PRIMARY KEY,
        title text NOT NULL,
        body text NOT NULL,
        level text NOT NULL CHECK (level IN ('info', 'warning', 'critical')),
        audience text NOT NULL CHECK (audience IN ('admins', 'everyone')),
        expires_at timestamptz(3),
        withdrawn boolean NOT NULL,
        published_by uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    await runner.query('CREATE INDEX announcements_by_time ON announcements (created_at, id)');
    await runner.query(
      'CREATE INDEX announcements_expiring ON announcements (expires_at) WHERE expires_at IS NOT NULL',
    );
    await platformTable(runner, 'announcements');

    await runner.query(`
      CREATE TABLE announcement_reads (
        announcement_id uuid NOT NULL REFERENCES announcements ON DELETE CASCADE,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        read_at timestamptz(3) NOT NULL,
        PRIMARY KEY (announcement_id, user_id)
      )`);
    await runner.query('CREATE INDEX announcement_reads_by_user ON announcement_reads (user_id)');
    await platformTable(runner, 'announcement_reads');

    // Taking the next position locks the row until the commit, so that positions are in the order of commits.
    await runner.query(`
      CREATE TABLE announcement_positions (
        id uuid PRIMARY KEY,
        newest bigint NOT NULL,
        forgotten bigint NOT NULL
      )`);
    await runner.query(`INSERT INTO announcement_positions VALUES ('00000000-0000-7000-8000-000000000001', 0, 0)`);
    await platformTable(runner, 'announcement_positions');

    // The audience before and since the change, and the record for those who see it now. The announcement may be gone.
    await runner.query(`
      CREATE TABLE announcement_messages (
        position bigint PRIMARY KEY,
        announcement_id uuid NOT NULL,
        audience_before text NOT NULL CHECK (audience_before IN ('nobody', 'admins', 'everyone')),
        audience text NOT NULL CHECK (audience IN ('nobody', 'admins', 'everyone')),
        data text NOT NULL,
        created_at timestamptz(3) NOT NULL
      )`);
    // Whether there is a later message of the same announcement.
    await runner.query(
      'CREATE INDEX announcement_messages_by_announcement ON announcement_messages (announcement_id, position)',
    );
    await platformTable(runner, 'announcement_messages');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION suppression_hash(uuid, text)');
    await dropTables(runner, [
      'announcement_messages',
      'announcement_positions',
      'announcement_reads',
      'announcements',
      'notification_suppressions',
      'notification_recipients',
      'notifications',
      'mail_recipient_counts',
      'mail_days',
      'mail_messages',
    ]);
  }
}
