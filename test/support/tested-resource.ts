import { resolve } from 'node:path';
import type { Tenant } from './builders';
import type { Json } from './client';
import type { Step } from './every-change/step';
import { exportsOf } from './files-of';

/**
 * How tests that enumerate all operations use a resource: `TESTED` in test/support/resources/<domain>.ts, found by its
 * file name.
 */
export interface TestedResource {
  /** The start of its records' paths, such as `/api/tours/`. */
  readonly path: string;
  /** Makes one record in an organization. */
  readonly make: (tenant: Tenant, made: MadeRecords) => PromiseLike<Json>;
  /** A step for each route that changes something. They take back what they make. */
  readonly changes: readonly Step[];
}

/** The ids of the records that an organization has already, by the start of their paths. */
export type MadeRecords = Readonly<Record<string, string>>;

export const TESTED_RESOURCES = exportsOf<TestedResource>(resolve(__dirname, 'resources'), 'TESTED');
