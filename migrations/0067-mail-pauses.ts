import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much of an organization's e-mail of a day was refused for good, and since when it is paused for that. */
export class MailPauses1700000000067 implements MigrationInterface {
  name = 'MailPauses1700000000067';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE mail_days ADD COLUMN tried integer NOT NULL DEFAULT 0, ADD COLUMN refused integer NOT NULL DEFAULT 0,
         ADD COLUMN paused_at timestamptz(3)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mail_days DROP COLUMN tried, DROP COLUMN refused, DROP COLUMN paused_at');
  }
}
