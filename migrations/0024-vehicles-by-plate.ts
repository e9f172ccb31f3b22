import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Vehicles that were saved before are found by the driver's number, and by the plate without blanks and dashes, as well. */
export class VehiclesByPlate1700000000024 implements MigrationInterface {
  name = 'VehiclesByPlate1700000000024';

  async up(runner: QueryRunner): Promise<void> {
    // The second line is the plate, folded already. What is near the limit of an index entry stays as it is.
    await runner.query(
      `UPDATE vehicles SET search = search || coalesce(E'\\n' || driver_phone, '') || CASE WHEN plate_number IS NULL THEN ''
         ELSE E'\\n' || regexp_replace(split_part(search, E'\\n', 2), '[\\s[:punct:]]', '', 'g') END
       WHERE (plate_number IS NOT NULL OR driver_phone IS NOT NULL) AND octet_length(search) < 2300`,
    );
  }

  /** What else is found harms nobody. */
  async down(): Promise<void> {}
}
