import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../../kernel/problems';
import { FairLimiter } from '../../../kernel/fair-limiter';
import { currentOrganizationId, renewPrincipal } from '../../../platform/context/request-context';
import { Batches } from '../../../platform/batches/batches';
import { dryRun } from '../../../platform/tenancy/dry-run';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { guestFile } from './guest-csv';
import { GuestImport } from './guest-import';
import type { GuestImportReport } from './guest-import.dto';
import { GuestRowsRepository } from './guest-rows.repository';
import { GuestRows } from './guest-rows.service';

/** Limits of one process. Imports that wait use no connection, but keep their file in memory. */
const LIMITS = { total: 2, perKey: 1, timeoutMs: 60_000 };

/** Imports the guests of a CSV file into the organization in scope. */
@Injectable()
export class GuestImportService {
  private readonly limiter = new FairLimiter(LIMITS);

  constructor(
    private readonly guests: GuestRowsRepository,
    private readonly rows: GuestRows,
    private readonly batches: Batches,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Creates and changes the guests that the rows name, all in one transaction. A row that can't be used is listed in
   * the report and does not prevent the others.
   *
   * @param isDryRun whether to only report what would be done
   * @param gone aborts the import; then nothing is changed
   * @throws ValidationFailed when the header can't be used, or there are too many rows
   * @throws Unavailable when it waits for too long
   * @throws the reason of `gone` when that aborts it
   */
  async import(text: string, isDryRun: boolean, gone: AbortSignal): Promise<GuestImportReport> {
    const file = await guestFile(text);
    if ('problems' in file) throw new ValidationFailed(file.problems);
    const work = async () => {
      await this.guests.claim();
      // Waiting may have taken long: the caller's rights may have changed.
      await renewPrincipal();
      // What a dry run records would be rolled back.
      const apply = () => new GuestImport(this.rows, this.batches, !isDryRun, gone).apply(file);
      return isDryRun ? dryRun(this.unitOfWork, apply) : apply();
    };
    // Imports wait here, before they take a connection.
    return this.limiter.run(currentOrganizationId(), () => this.unitOfWork.run(work), gone);
  }
}
