import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Guests can be erased: their record stays without a person, and whoever unsubscribed stays so by a hash. */
export class ErasedGuests1700000000041 implements MigrationInterface {
  name = 'ErasedGuests1700000000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE guests ADD COLUMN erased_at timestamptz(3)');
    // Salted with the organization, so that hashes of two organizations can't be compared.
    await runner.query(`
      CREATE FUNCTION suppression_hash(organization uuid, address_key text) RETURNS text LANGUAGE sql IMMUTABLE
      RETURN 'sha256:' || encode(sha256(convert_to(organization::text || ':' || address_key, 'UTF8')), 'hex')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION suppression_hash(uuid, text)');
    await runner.query('ALTER TABLE guests DROP COLUMN erased_at');
  }
}
