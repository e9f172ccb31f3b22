import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Recoveries bring pending deliveries forward, too. */
export class RecoveryOfPendingDeliveries1700000000015 implements MigrationInterface {
  name = 'RecoveryOfPendingDeliveries1700000000015';

  async up(runner: QueryRunner): Promise<void> {
    await this.allow(runner, ['failed', 'pending', 'delivered']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM webhook_recoveries WHERE status = 'pending'`);
    await this.allow(runner, ['failed', 'delivered']);
  }

  private async allow(runner: QueryRunner, statuses: readonly string[]): Promise<void> {
    await runner.query('ALTER TABLE webhook_recoveries DROP CONSTRAINT IF EXISTS webhook_recoveries_status_check');
    const allowed = statuses.map((status) => `'${status}'`).join(', ');
    await runner.query(
      `ALTER TABLE webhook_recoveries ADD CONSTRAINT webhook_recoveries_status_check CHECK (status IN (${allowed}))`,
    );
  }
}
