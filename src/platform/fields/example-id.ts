import { hash } from 'node:crypto';

/** A moment in 2025, in the 48 bits that a UUIDv7 begins with. */
const MOMENT = '019a1b2c-3d4e';

/**
 * The id of the example record of a kind in the OpenAPI document, in the form of a UUIDv7. A kind always gives the same
 * id, so that an example refers to the record that another one shows.
 *
 * @param kind in the singular, such as `vehicleAssignment`; its first letter's case makes no difference
 */
export function exampleId(kind: string): string {
  const name = kind.charAt(0).toLowerCase() + kind.slice(1);
  const digits = hash('sha256', name, 'hex');
  return `${MOMENT}-7${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6, 18)}`;
}
