import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what is kept of a person, to show it to them or to erase it. */
export class FindingPeople1700000000043 implements MigrationInterface {
  name = 'FindingPeople1700000000043';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX notification_recipients_by_guest ON notification_recipients (organization_id, guest_id, id)
       WHERE guest_id IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX notification_recipients_by_address ON notification_recipients (organization_id, address_key, id)
       WHERE guest_id IS NULL`,
    );
    // Only records of something else than the person, such as a place on an event: creating a guest writes none.
    await runner.query(
      `CREATE INDEX audit_records_by_person ON audit_records (organization_id, personal_of, occurred_at, id)
       WHERE personal_of::text <> target_id`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of [
      'audit_records_by_person',
      'notification_recipients_by_address',
      'notification_recipients_by_guest',
    ])
      await runner.query(`DROP INDEX ${index}`);
  }
}
