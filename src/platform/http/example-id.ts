import { hash } from 'node:crypto';

/** A moment in 2025, in the 48 bits that a UUIDv7 begins with. */
const MOMENT = '019a1b2c-3d4e';

/**
 * The id of the example record of a kind in the OpenAPI document, a UUIDv7 to look at: `event` is always the same event,
 * wherever it is read or referred to, and another record than `tour`.
 *
 * @param kind in the singular, such as `vehicleAssignment`; its first letter's case makes no difference
 */
export function exampleId(kind: string): string {
  const name = kind.charAt(0).toLowerCase() + kind.slice(1);
  const digits = hash('sha256', name, 'hex');
  return `${MOMENT}-7${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6, 18)}`;
}
