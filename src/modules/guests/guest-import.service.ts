import { Recorder } from '../../platform/recorders/recorder';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/problems';
import { FairLimiter } from '../../kernel/fair-limiter';
import { currentOrganizationId, renewPrincipal } from '../../platform/context/request-context';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { guestFile, type GuestFile } from './guest-csv';
import { GuestImport } from './guest-import';
import type { GuestImportReport } from './guest-import.dto';
import { GuestImportRepository } from './guest-import.repository';

/** Limits of one process. Imports that wait use no connection, but keep their file in memory. */
const LIMITS = { total: 2, perKey: 1, timeoutMs: 60_000 };

/** Thrown at the end of a dry run, to roll it back. */
class DryRunEnded extends Error {
  constructor(readonly report: GuestImportReport) {
    super();
  }
}

/** Imports the guests of a CSV file into the organization in scope. */
@Injectable()
export class GuestImportService {
  private readonly limiter = new FairLimiter(LIMITS);

  constructor(
    private readonly guests: GuestImportRepository,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates and changes the guests that the rows name, all in one transaction. A row that can't be used is listed in
   * the report and does not prevent the others.
   *
   * @param dryRun whether to only report what would be done
   * @param gone aborts the import; then nothing is changed
   * @throws ValidationFailed when the header can't be used, or there are too many rows
   * @throws Unavailable when it waits for too long
   * @throws the reason of `gone` when that aborts it
   */
  async import(text: string, dryRun: boolean, gone: AbortSignal): Promise<GuestImportReport> {
    const file = await guestFile(text);
    if ('problems' in file) throw new ValidationFailed(file.problems);
    const work = async () => {
      await this.guests.claim();
      // Waiting may have taken long: the caller's rights may have changed.
      await renewPrincipal();
      return dryRun ? this.rehearse(file, gone) : this.apply(file, this.recorder, gone);
    };
    // Imports wait here, before they take a connection.
    return this.limiter.run(currentOrganizationId(), () => this.unitOfWork.run(work), gone);
  }

  private apply(file: GuestFile, recorder: Recorder | null, gone: AbortSignal): Promise<GuestImportReport> {
    return new GuestImport(this.guests, recorder, this.unitOfWork.current, this.clock, gone).apply(file);
  }

  /** Writes no audit records and events, since they would be rolled back. */
  private async rehearse(file: GuestFile, gone: AbortSignal): Promise<GuestImportReport> {
    try {
      return await this.unitOfWork.current.savepoint(async () => {
        throw new DryRunEnded(await this.apply(file, null, gone));
      });
    } catch (error) {
      if (error instanceof DryRunEnded) return error.report;
      throw error;
    }
  }
}
